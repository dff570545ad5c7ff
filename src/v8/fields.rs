//! The keys that mean something, and where.

/// A kind of JSON object in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Object {
    /// The outermost object, or a wrapper inside it.
    Top,
    Node,
    CallFrame,
    Sample,
}

/// What a key stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    /// A key without a meaning here; its value is skipped.
    Unknown,
    Head,
    Samples,
    /// `profile` or `result`: somebody saved the protocol's whole answer.
    Wrapper,
    CallFrame,
    SelfSize,
    Id,
    Children,
    /// Only CPU profiles of old versions of Chrome have it beside a `head`.
    HitCount,
    FunctionName,
    ScriptId,
    Url,
    LineNumber,
    ColumnNumber,
    Size,
    NodeId,
    Ordinal,
    IsLive,
    ObjectCount,
}

impl Field {
    /// The field of a key in an object. Nodes may carry the fields of their call frame themselves, as in old versions
    /// of Chrome.
    pub fn of_key(object: Object, key: &[u8]) -> Field {
        use Field::*;
        match (object, key) {
            (Object::Top, b"head") => Head,
            (Object::Top, b"samples") => Samples,
            (Object::Top, b"profile" | b"result") => Wrapper,
            (Object::Node, b"callFrame") => CallFrame,
            (Object::Node, b"selfSize") => SelfSize,
            (Object::Node, b"id") => Id,
            (Object::Node, b"children") => Children,
            (Object::Node, b"hitCount") => HitCount,
            (Object::Node | Object::CallFrame, b"functionName") => FunctionName,
            (Object::Node | Object::CallFrame, b"scriptId") => ScriptId,
            (Object::Node | Object::CallFrame, b"url") => Url,
            (Object::Node | Object::CallFrame, b"lineNumber") => LineNumber,
            (Object::Node | Object::CallFrame, b"columnNumber") => ColumnNumber,
            (Object::Sample, b"size") => Size,
            (Object::Sample, b"nodeId") => NodeId,
            (Object::Sample, b"ordinal") => Ordinal,
            (Object::Sample, b"isLive") => IsLive,
            (Object::Sample, b"objectCount") => ObjectCount,
            _ => Unknown,
        }
    }

    /// The key in the file.
    pub fn key(self) -> &'static str {
        match self {
            Field::Unknown | Field::Wrapper => "profile",
            Field::Head => "head",
            Field::Samples => "samples",
            Field::CallFrame => "callFrame",
            Field::SelfSize => "selfSize",
            Field::Id => "id",
            Field::Children => "children",
            Field::HitCount => "hitCount",
            Field::FunctionName => "functionName",
            Field::ScriptId => "scriptId",
            Field::Url => "url",
            Field::LineNumber => "lineNumber",
            Field::ColumnNumber => "columnNumber",
            Field::Size => "size",
            Field::NodeId => "nodeId",
            Field::Ordinal => "ordinal",
            Field::IsLive => "isLive",
            Field::ObjectCount => "objectCount",
        }
    }

    /// What its value has to be.
    pub fn wanted(self) -> &'static str {
        match self {
            Field::Head | Field::CallFrame => "an object",
            Field::Samples | Field::Children => "an array",
            Field::FunctionName | Field::Url => "a string",
            Field::ScriptId => "a string or a number",
            Field::IsLive => "true or false",
            _ => "a number",
        }
    }
}

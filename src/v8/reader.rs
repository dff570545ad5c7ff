//! From chunks of JSON text to the records of a heap profile.
//!
//! A resumable state machine which takes any JSON: any order of keys, any white space, chunks cut anywhere. It keeps no
//! stack: the open nodes are the current one and its parents, which the prefix offsets give, and all other nesting is
//! fixed by the format. Where it finds the beginning of a node or of a sample, it offers the bytes to [`super::compact`]
//! first, which reads V8's own layout much faster, but only whole items; what that one refuses is read here.

use super::call_frames::{CallFrame, CallFrames, NO_POSITION};
use super::compact::{self, Compact};
use super::fields::{Field, Object};
use super::heap::{Heap, LineBase, Node, Samples, Tree, WIDE};
use crate::error::{Error, ErrorCode};
use crate::json::{
    Literal, Number, NumberDecoder, Padded, Progress, Skipper, StringDecoder, SyntaxError, Text, is_space,
};
use crate::sniff::{Format, KeyMarks};

/// Bounds on what is accepted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub nodes: u32,
    pub depth: u32,
}

/// Where the reader is inside an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InObject {
    KeyOrEnd,
    Key,
    Colon,
    Value,
    CommaOrEnd,
}

/// The two arrays of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Array {
    Children,
    Samples,
}

/// Where the reader is inside an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InArray {
    ElementOrEnd,
    Element,
    CommaOrEnd,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Before the outermost object.
    Start,
    Object(Object, InObject),
    Array(Array, InArray),
    /// Behind the outermost object.
    End,
}

/// A token that was begun.
#[derive(Debug)]
enum Token {
    None,
    Key,
    String,
    Number(NumberDecoder),
    Literal(Literal),
    Skipped(Skipper),
}

/// How often the compact reader is tried.
#[derive(Debug, Default)]
struct Patience {
    misses: u32,
    pause: u32,
}

impl Patience {
    /// Whether to try now. After misses in a row it is tried more and more rarely, so that files in another layout are
    /// not read twice.
    #[inline(always)]
    fn allows(&mut self) -> bool {
        if self.pause > 0 {
            self.pause -= 1;
            return false;
        }
        true
    }

    fn note(&mut self, hit: bool) {
        self.misses = if hit { 0 } else { (self.misses + 1).min(8) };
        self.pause = (1 << self.misses >> 1) - u32::from(self.misses == 1);
        if hit {
            self.pause = 0;
        }
    }
}

/// A sample that is being read.
#[derive(Clone, Copy, Debug)]
struct OpenSample {
    size: i64,
    node_id: Option<i64>,
    ordinal: Option<i64>,
    is_live: bool,
    objects: Option<i64>,
}

const EMPTY_SAMPLE: OpenSample = OpenSample { size: 0, node_id: None, ordinal: None, is_live: true, objects: None };

/// Reads one heap profile.
#[derive(Debug)]
pub(crate) struct Reader {
    pub(super) tree: Tree,
    pub(super) samples: Samples,
    pub(super) frames: CallFrames,
    pub(super) limits: Limits,
    /// The innermost open node.
    pub(super) current: u32,
    /// How many nodes are open.
    pub(super) depth: u32,
    has_samples: bool,
    has_head: bool,
    has_self_size: bool,
    has_node_id: bool,
    state: State,
    token: Token,
    /// The key whose value comes next, or is being read.
    field: Field,
    /// Bytes before the current chunk.
    offset: u64,
    /// Open wrappers around the profile, and whether there was one.
    wrappers: u32,
    wrapped: bool,
    pub(super) strings: StringDecoder,
    open_frame: CallFrame,
    /// Call frames whose fields lie in the node itself, of open nodes, innermost last.
    flat_frames: Vec<(u32, CallFrame)>,
    open_sample: OpenSample,
    nodes_patience: Patience,
    samples_patience: Patience,
    use_compact: bool,
    marks: KeyMarks,
    first_negative: Option<u64>,
}

impl Reader {
    pub fn new(limits: Limits) -> Self {
        Reader {
            tree: Tree::new(),
            samples: Samples::new(),
            frames: CallFrames::new(),
            limits,
            current: 0,
            depth: 0,
            has_samples: false,
            has_head: false,
            has_self_size: false,
            has_node_id: false,
            state: State::Start,
            token: Token::None,
            field: Field::Unknown,
            offset: 0,
            wrappers: 0,
            wrapped: false,
            strings: StringDecoder::new(),
            open_frame: CallFrame::EMPTY,
            flat_frames: Vec::new(),
            open_sample: EMPTY_SAMPLE,
            nodes_patience: Patience::default(),
            samples_patience: Patience::default(),
            use_compact: true,
            marks: KeyMarks::default(),
            first_negative: None,
        }
    }

    /// Reads everything by the state machine alone, so that tests and fuzzing can compare the two paths.
    #[cfg(any(test, fuzzing))]
    pub fn without_compact(limits: Limits) -> Self {
        Reader { use_compact: false, ..Reader::new(limits) }
    }

    /// Whether enough was read to be sure that this is a heap profile: a node with call frame and self size.
    pub fn is_evident(&self) -> bool {
        self.has_self_size && self.frames.len() > 0
    }

    /// Whether a sample with its node was read, which leaves little doubt.
    pub fn is_likely(&self) -> bool {
        self.has_node_id
    }

    /// Whether the outermost object has begun.
    pub fn is_inside(&self) -> bool {
        self.state != State::Start
    }

    /// Counts bytes before the JSON text, such as a byte order mark, into the offsets of errors.
    pub fn skip_bytes(&mut self, count: u64) {
        self.offset += count;
    }

    /// Reads the next bytes, all of them.
    pub fn read(&mut self, chunk: Padded) -> Result<(), Error> {
        let mut position = 0;
        while position < chunk.len() {
            position = self.step(chunk, position)?;
        }
        self.offset += chunk.len() as u64;
        Ok(())
    }

    /// The profile, now that all bytes are read.
    pub fn finish(mut self) -> Result<Heap, Error> {
        self.check_complete()?;
        let line_base = self.line_base();
        self.tree.wide_sizes.seal();
        self.tree.wide_ids.seal();
        self.samples.seal();
        let mended_sizes = self.mend_overflows(line_base)?;
        let samples = self.has_samples.then_some(self.samples);
        Ok(Heap { tree: self.tree, samples, frames: self.frames, line_base, mended_sizes })
    }

    fn check_complete(&self) -> Result<(), Error> {
        if self.state == State::Start {
            return Err(Error::new(ErrorCode::Empty, "The file is empty"));
        }
        if !self.has_head
            && let Some(format) = self.marks.format()
        {
            return Err(not_a_heap_profile(&format!("It is {format}")));
        }
        if self.state != State::End {
            let nodes = self.tree.nodes.len();
            let samples = self.samples.rows.len();
            let message = format!("The file is cut off: it ends after {nodes} call tree nodes and {samples} samples");
            return Err(Error::new(ErrorCode::Truncated, message).at(self.offset));
        }
        if !self.has_head {
            return Err(not_a_heap_profile("It is JSON, but has no \"head\" with a call tree"));
        }
        if !self.has_self_size {
            return Err(match self.marks.format() {
                Some(format) => not_a_heap_profile(&format!("It is {format}")),
                None => not_a_heap_profile("No node of its call tree has a \"selfSize\""),
            });
        }
        Ok(())
    }

    fn line_base(&self) -> LineBase {
        let head = self.frames.get(self.tree.nodes.get(0).frame);
        let is_root = self.frames.strings.get(head.name) == "(root)" && head.url == 0;
        if is_root && head.line == 0 { LineBase::One } else { LineBase::Zero }
    }

    /// v8-profiler-next and its family wrote sizes as 32-bit integers with a sign, so that sizes from 2 GiB on became
    /// negative. Elsewhere a negative size is an error.
    fn mend_overflows(&mut self, line_base: LineBase) -> Result<usize, Error> {
        let mut mended = 0;
        let mut wrong = None;
        let Tree { nodes, wide_sizes, .. } = &mut self.tree;
        // A later `selfSize` of the same node may have been small.
        let is_in_use = |row: u32| nodes.get(row as usize).self_size == WIDE;
        for (row, size) in wide_sizes.iter_mut().filter(|(row, size)| *size < 0 && is_in_use(*row)) {
            if line_base == LineBase::One && *size >= i32::MIN as i64 {
                *size += 1 << 32;
                mended += 1;
            } else {
                wrong = Some((*row, *size));
                break;
            }
        }
        match wrong {
            None => Ok(mended),
            Some((row, size)) => {
                self.current = row;
                let message = format!("{} is negative: {size}", self.path(Field::SelfSize));
                let error = damaged(&message);
                Err(match self.first_negative {
                    Some(offset) => error.at(offset),
                    None => error,
                })
            }
        }
    }

    /// Goes on from `position`, which is inside the chunk, and returns how far it came.
    fn step(&mut self, chunk: Padded, position: usize) -> Result<usize, Error> {
        match &mut self.token {
            Token::None => {
                let byte = chunk.byte(position);
                if is_space(byte) {
                    return Ok(position + 1);
                }
                self.structure(chunk, position, byte)
            }
            Token::Key => match self.strings.feed(chunk, position) {
                Ok(Progress::NeedsMore) => Ok(chunk.len()),
                Ok(Progress::Done(text, end)) => {
                    self.token = Token::None;
                    self.end_key(chunk, text);
                    Ok(end)
                }
                Err(error) => Err(self.syntax_error(chunk, error)),
            },
            Token::String => match self.strings.feed(chunk, position) {
                Ok(Progress::NeedsMore) => Ok(chunk.len()),
                Ok(Progress::Done(text, end)) => {
                    self.end_string(chunk, text);
                    self.end_value();
                    Ok(end)
                }
                Err(error) => Err(self.syntax_error(chunk, error)),
            },
            Token::Number(number) => match number.feed(chunk, position) {
                Ok(Progress::NeedsMore) => Ok(chunk.len()),
                Ok(Progress::Done(number, end)) => {
                    self.end_number(number, end)?;
                    self.end_value();
                    Ok(end)
                }
                Err(error) => Err(self.syntax_error(chunk, error)),
            },
            Token::Literal(literal) => match literal.feed(chunk, position) {
                Ok(Progress::NeedsMore) => Ok(chunk.len()),
                Ok(Progress::Done(word, end)) => {
                    if self.field == Field::IsLive {
                        self.open_sample.is_live = word != b'f';
                    }
                    self.end_value();
                    Ok(end)
                }
                Err(error) => Err(self.syntax_error(chunk, error)),
            },
            Token::Skipped(skipper) => match skipper.feed(&mut self.strings, chunk, position) {
                Ok(Progress::NeedsMore) => Ok(chunk.len()),
                Ok(Progress::Done((), end)) => {
                    self.end_value();
                    Ok(end)
                }
                Err(error) => Err(self.syntax_error(chunk, error)),
            },
        }
    }

    /// A byte outside of all tokens.
    fn structure(&mut self, chunk: Padded, position: usize, byte: u8) -> Result<usize, Error> {
        match self.state {
            State::Start if byte == b'{' => {
                self.state = State::Object(Object::Top, InObject::KeyOrEnd);
                Ok(position + 1)
            }
            State::Start => Err(self.not_json(byte, position)),
            State::Object(object, place) => match (place, byte) {
                (InObject::KeyOrEnd | InObject::Key, b'"') => {
                    self.strings.begin(true);
                    self.token = Token::Key;
                    Ok(position + 1)
                }
                (InObject::KeyOrEnd | InObject::CommaOrEnd, b'}') => {
                    self.end_object(object, position)?;
                    Ok(position + 1)
                }
                (InObject::Colon, b':') => {
                    self.state = State::Object(object, InObject::Value);
                    Ok(position + 1)
                }
                (InObject::CommaOrEnd, b',') => {
                    self.state = State::Object(object, InObject::Key);
                    Ok(position + 1)
                }
                (InObject::Value, _) => self.begin_value(chunk, position, byte),
                (InObject::KeyOrEnd | InObject::Key, _) => Err(self.unexpected(chunk, position, "a key")),
                (InObject::Colon, _) => Err(self.unexpected(chunk, position, "a colon")),
                (InObject::CommaOrEnd, _) => Err(self.unexpected(chunk, position, "a comma or }")),
            },
            State::Array(array, place) => match (place, byte) {
                (InArray::ElementOrEnd | InArray::CommaOrEnd, b']') => {
                    let object = if array == Array::Children { Object::Node } else { Object::Top };
                    self.state = State::Object(object, InObject::CommaOrEnd);
                    Ok(position + 1)
                }
                (InArray::ElementOrEnd | InArray::Element, b'{') => self.begin_element(chunk, position, array, place),
                (InArray::CommaOrEnd, b',') => {
                    self.state = State::Array(array, InArray::Element);
                    Ok(position + 1)
                }
                (InArray::CommaOrEnd, _) => Err(self.unexpected(chunk, position, "a comma or ]")),
                (InArray::ElementOrEnd | InArray::Element, _) => match kind_of_value(byte) {
                    Some(kind) => Err(self.wrong_element(array, kind, position)),
                    None => Err(self.unexpected(chunk, position, "an object")),
                },
            },
            State::End => Err(self.unexpected(chunk, position, "nothing more")),
        }
    }

    fn begin_element(&mut self, chunk: Padded, position: usize, array: Array, place: InArray) -> Result<usize, Error> {
        match array {
            Array::Children => {
                if self.use_compact && self.nodes_patience.allows() {
                    let Compact { end, place } = compact::read_nodes(self, chunk, position, place)?;
                    self.nodes_patience.note(end > position);
                    if end > position {
                        self.has_self_size = true;
                        self.state = State::Array(Array::Children, place);
                        return Ok(end);
                    }
                }
                let offset = self.tree.nodes.len() as u32 - self.current;
                self.begin_node(offset)?;
            }
            Array::Samples => {
                if self.use_compact && self.samples_patience.allows() {
                    let Compact { end, place } = compact::read_samples(self, chunk, position, place);
                    self.samples_patience.note(end > position);
                    if end > position {
                        self.has_node_id = true;
                        self.state = State::Array(Array::Samples, place);
                        return Ok(end);
                    }
                }
                self.open_sample = EMPTY_SAMPLE;
                self.state = State::Object(Object::Sample, InObject::KeyOrEnd);
            }
        }
        Ok(position + 1)
    }

    fn begin_node(&mut self, prefix_offset: u32) -> Result<(), Error> {
        self.check_limits(self.tree.nodes.len() as u32, self.depth + 1)?;
        self.current = self.tree.nodes.len() as u32;
        self.tree.nodes.push(Node { prefix_offset, frame: WIDE, self_size: WIDE, id: WIDE });
        self.depth += 1;
        self.state = State::Object(Object::Node, InObject::KeyOrEnd);
        Ok(())
    }

    /// Checks that one more node may be read, at this depth.
    #[inline(always)]
    pub(super) fn check_limits(&self, nodes: u32, depth: u32) -> Result<(), Error> {
        if nodes >= self.limits.nodes || depth > self.limits.depth {
            return Err(self.limit_passed(nodes));
        }
        Ok(())
    }

    #[cold]
    fn limit_passed(&self, nodes: u32) -> Error {
        let message = if nodes >= self.limits.nodes {
            format!("The call tree has more than {} nodes, the limit", self.limits.nodes)
        } else {
            format!("The call tree is more than {} levels deep, the limit", self.limits.depth)
        };
        Error::new(ErrorCode::TooLarge, message)
    }

    fn begin_value(&mut self, chunk: Padded, position: usize, byte: u8) -> Result<usize, Error> {
        if self.field == Field::Unknown
            && !self.has_head
            && self.marks.is_certain()
            && let Some(format) = self.marks.format()
        {
            return Err(not_a_heap_profile(&format!("It is {format}")));
        }
        match (self.field, byte) {
            (Field::Head, b'{') => {
                self.tree.truncate(0);
                self.flat_frames.clear();
                self.has_head = true;
                self.depth = 0;
                self.begin_node(0)?;
                return Ok(position + 1);
            }
            (Field::Samples, b'[') => {
                self.samples = Samples::new();
                self.has_samples = true;
                self.state = State::Array(Array::Samples, InArray::ElementOrEnd);
                return Ok(position + 1);
            }
            (Field::Wrapper, b'{') if self.wrapped || !self.has_head => {
                self.wrapped = true;
                self.wrappers += 1;
                self.state = State::Object(Object::Top, InObject::KeyOrEnd);
                return Ok(position + 1);
            }
            (Field::CallFrame, b'{') => {
                self.open_frame = CallFrame::EMPTY;
                self.state = State::Object(Object::CallFrame, InObject::KeyOrEnd);
                return Ok(position + 1);
            }
            (Field::Children, b'[') => {
                // Of two `children` the last one counts; nodes below the current one can only come from the first.
                self.tree.truncate(self.current as usize + 1);
                self.state = State::Array(Array::Children, InArray::ElementOrEnd);
                return Ok(position + 1);
            }
            (Field::FunctionName | Field::Url | Field::ScriptId, b'"') => {
                self.strings.begin(true);
                self.token = Token::String;
                return Ok(position + 1);
            }
            (
                Field::SelfSize
                | Field::Id
                | Field::ScriptId
                | Field::LineNumber
                | Field::ColumnNumber
                | Field::Size
                | Field::NodeId
                | Field::Ordinal
                | Field::ObjectCount,
                b'-' | b'0'..=b'9',
            ) => self.token = Token::Number(NumberDecoder::new()),
            (Field::SelfSize | Field::Size, b'n') => return Err(self.wrong_type(self.field, "null", position)),
            (Field::Unknown | Field::Wrapper | Field::HitCount, _) => self.token = Token::Skipped(Skipper::new()),
            // Elsewhere null is as good as no field.
            (_, b'n') | (Field::IsLive, b't' | b'f') => match Literal::starting_with(byte) {
                Some(literal) => self.token = Token::Literal(literal),
                None => return Err(self.unexpected(chunk, position, "a value")),
            },
            (Field::IsLive | Field::ObjectCount, _) => self.token = Token::Skipped(Skipper::new()),
            (field, _) => {
                return Err(match kind_of_value(byte) {
                    Some(kind) => self.wrong_type(field, kind, position),
                    None => self.unexpected(chunk, position, "a value"),
                });
            }
        }
        Ok(position)
    }

    fn end_key(&mut self, chunk: Padded, text: Text) {
        let State::Object(object, _) = self.state else { return };
        let key = match text {
            Text::InChunk(start, end) => chunk.slice(start, end),
            Text::Decoded => self.strings.decoded(),
        };
        self.field = Field::of_key(object, key);
        if object == Object::Top {
            self.marks.add(key);
        } else if self.field == Field::HitCount {
            self.marks.add_format(Format::CpuProfile);
        }
        self.state = State::Object(object, InObject::Colon);
    }

    fn end_value(&mut self) {
        self.token = Token::None;
        if let State::Object(object, _) = self.state {
            self.state = State::Object(object, InObject::CommaOrEnd);
        }
    }

    fn end_string(&mut self, chunk: Padded, text: Text) {
        let bytes = match text {
            Text::InChunk(start, end) => chunk.slice(start, end),
            Text::Decoded => self.strings.decoded(),
        };
        if self.field == Field::ScriptId {
            let script = self.frames.script_id(bytes);
            self.frame_fields().script = script;
        } else {
            let string = self.frames.strings.intern(bytes);
            let is_name = self.field == Field::FunctionName;
            let frame = self.frame_fields();
            if is_name {
                frame.name = string;
            } else {
                frame.url = string;
            }
        }
    }

    /// The call frame whose fields are being read, inside a `callFrame` or in the node itself.
    fn frame_fields(&mut self) -> &mut CallFrame {
        if self.state == State::Object(Object::CallFrame, InObject::Value) {
            return &mut self.open_frame;
        }
        if self.flat_frames.last().is_none_or(|&(node, _)| node != self.current) {
            self.flat_frames.push((self.current, CallFrame::EMPTY));
        }
        match self.flat_frames.last_mut() {
            Some((_, frame)) => frame,
            None => &mut self.open_frame,
        }
    }

    fn end_number(&mut self, number: Number, end: usize) -> Result<(), Error> {
        match self.field {
            Field::LineNumber | Field::ColumnNumber => {
                let position = match number {
                    Number::Whole(number) => i32::try_from(number).unwrap_or(NO_POSITION),
                    _ => NO_POSITION,
                };
                let is_line = self.field == Field::LineNumber;
                let frame = self.frame_fields();
                if is_line {
                    frame.line = position;
                } else {
                    frame.column = position;
                }
                return Ok(());
            }
            _ => {}
        }
        let number = match number {
            Number::Whole(number) => number,
            Number::Fractional => return Err(self.wrong_number("isn't a whole number", end)),
            Number::Huge => return Err(self.wrong_number("is beyond 2^53", end)),
        };
        match self.field {
            Field::ScriptId => {
                let script = self.frames.script_number(number);
                self.frame_fields().script = script;
            }
            Field::SelfSize => {
                if number < 0 && self.first_negative.is_none() {
                    self.first_negative = Some(self.offset + end as u64);
                }
                self.has_self_size = true;
                let row = self.current as usize;
                self.tree.nodes.get_mut(row).self_size = self.tree.wide_sizes.pack(row, number);
            }
            Field::Id => {
                let row = self.current as usize;
                self.tree.nodes.get_mut(row).id = self.tree.wide_ids.pack(row, number);
            }
            Field::Size if number < 0 => return Err(self.wrong_number("is negative", end)),
            Field::Size => self.open_sample.size = number,
            Field::NodeId => {
                self.has_node_id = true;
                self.open_sample.node_id = Some(number);
            }
            Field::Ordinal => self.open_sample.ordinal = Some(number),
            Field::ObjectCount => self.open_sample.objects = Some(number.max(0)),
            _ => {}
        }
        Ok(())
    }

    fn end_object(&mut self, object: Object, position: usize) -> Result<(), Error> {
        match object {
            Object::Top if self.wrappers > 0 => {
                self.wrappers -= 1;
                self.state = State::Object(Object::Top, InObject::CommaOrEnd);
            }
            Object::Top => {
                self.state = State::End;
                // Whatever may follow.
                self.check_complete()?;
            }
            Object::CallFrame => {
                let frame = self.frames.intern(self.open_frame);
                self.tree.nodes.get_mut(self.current as usize).frame = frame;
                self.state = State::Object(Object::Node, InObject::CommaOrEnd);
            }
            Object::Node => {
                self.end_frame(position)?;
                self.depth -= 1;
                let offset = self.tree.nodes.get(self.current as usize).prefix_offset;
                self.state = if self.current == 0 {
                    State::Object(Object::Top, InObject::CommaOrEnd)
                } else {
                    State::Array(Array::Children, InArray::CommaOrEnd)
                };
                self.current -= offset;
            }
            Object::Sample => {
                self.end_sample();
                self.state = State::Array(Array::Samples, InArray::CommaOrEnd);
            }
        }
        Ok(())
    }

    /// At the end of the current node: takes its call frame from the node's own fields, if it had no `callFrame`.
    fn end_frame(&mut self, position: usize) -> Result<(), Error> {
        let flat = match self.flat_frames.last() {
            Some(&(node, frame)) if node == self.current => {
                self.flat_frames.pop();
                Some(frame)
            }
            _ => None,
        };
        if self.tree.nodes.get(self.current as usize).frame != WIDE {
            return Ok(());
        }
        match flat {
            Some(frame) => {
                let frame = self.frames.intern(frame);
                self.tree.nodes.get_mut(self.current as usize).frame = frame;
                Ok(())
            }
            None => {
                let path = self.path(Field::CallFrame);
                Err(self.wrong_value(&format!("{path} is missing")).at(self.offset + position as u64))
            }
        }
    }

    fn end_sample(&mut self) {
        let OpenSample { size, node_id, ordinal, is_live, objects } = self.open_sample;
        if let Some(objects) = objects {
            let sums = self.samples.objects.get_or_insert_default();
            let sum = &mut sums[usize::from(!is_live)];
            *sum = sum.saturating_add(objects);
        }
        if !is_live {
            self.samples.collected.push(self.samples.rows.len() as u32);
        }
        self.samples.push(size, node_id, ordinal);
    }
}

/// Errors.
impl Reader {
    fn syntax_error(&self, chunk: Padded, error: SyntaxError) -> Error {
        self.unexpected(chunk, error.position, error.expected)
    }

    #[cold]
    fn unexpected(&self, chunk: Padded, position: usize, expected: &str) -> Error {
        let byte = chunk.byte(position);
        let found = match byte {
            0x20..=0x7e => format!("'{}'", byte as char),
            _ => format!("the byte 0x{byte:02x}"),
        };
        let message = format!("The JSON is broken: found {found} where {expected} should be");
        if self.state == State::Object(Object::Top, InObject::KeyOrEnd) {
            return not_a_heap_profile("It isn't JSON").at(self.offset + position as u64);
        }
        Error::new(ErrorCode::MalformedJson, message).at(self.offset + position as u64)
    }

    /// The first byte isn't `{`.
    #[cold]
    fn not_json(&self, byte: u8, position: usize) -> Error {
        let what = match kind_of_value(byte) {
            Some(kind) => format!("It is JSON, but {kind}, not an object"),
            None => "It isn't JSON".to_string(),
        };
        not_a_heap_profile(&what).at(self.offset + position as u64)
    }

    #[cold]
    fn wrong_type(&self, field: Field, kind: &str, position: usize) -> Error {
        if let (Field::Head | Field::Samples, Some(format)) = (field, self.marks.format()) {
            return not_a_heap_profile(&format!("It is {format}"));
        }
        let message = format!("{} is {kind}, not {}", self.path(field), field.wanted());
        self.wrong_value(&message).at(self.offset + position as u64)
    }

    #[cold]
    fn wrong_element(&self, array: Array, kind: &str, position: usize) -> Error {
        if let (false, Some(format)) = (self.has_head, self.marks.format()) {
            return not_a_heap_profile(&format!("It is {format}"));
        }
        let message = match array {
            Array::Children => format!("{} holds {kind}, not only objects", self.path(Field::Children)),
            Array::Samples => format!("samples[{}] is {kind}, not an object", self.samples.rows.len()),
        };
        self.wrong_value(&message).at(self.offset + position as u64)
    }

    #[cold]
    fn wrong_number(&self, what: &str, end: usize) -> Error {
        let message = format!("{} {what}", self.path(self.field));
        damaged(&message).at(self.offset + end as u64)
    }

    /// The error for a value that can't be: the file is damaged, if it is known to be a heap profile at all.
    fn wrong_value(&self, reason: &str) -> Error {
        if self.is_evident() { damaged(reason) } else { not_a_heap_profile(reason) }
    }

    /// The path of a field, such as `head.children[3].selfSize`. Of a long path the middle is left out.
    #[cold]
    fn path(&self, field: Field) -> String {
        match field {
            Field::Size | Field::NodeId | Field::Ordinal | Field::IsLive | Field::ObjectCount => {
                return format!("samples[{}].{}", self.samples.rows.len(), field.key());
            }
            Field::Head | Field::Samples | Field::Wrapper | Field::Unknown => return field.key().to_string(),
            _ => {}
        }
        let in_call_frame = matches!(self.state, State::Object(Object::CallFrame, _));
        let suffix = if in_call_frame { "callFrame." } else { "" };
        // The ancestors' subtrees don't overlap where siblings are counted, so this is linear in the tree.
        let mut steps = Vec::new();
        let mut node = self.current as usize;
        while node > 0 {
            let parent = node - self.tree.nodes.get(node).prefix_offset as usize;
            let is_sibling = |&other: &usize| other - self.tree.nodes.get(other).prefix_offset as usize == parent;
            steps.push((parent + 1..node).filter(is_sibling).count());
            node = parent;
        }
        let mut path = "head".to_string();
        for (depth, step) in steps.iter().rev().enumerate() {
            if steps.len() > 10 && depth == 4 {
                path += &format!(".…({} levels)…", steps.len() - 8);
            }
            if steps.len() <= 10 || depth < 4 || depth >= steps.len() - 4 {
                path += &format!(".children[{step}]");
            }
        }
        format!("{path}.{suffix}{}", field.key())
    }
}

fn not_a_heap_profile(reason: &str) -> Error {
    Error::new(ErrorCode::NotAHeapProfile, format!("This isn't a V8 sampling heap profile. {reason}"))
}

fn damaged(reason: &str) -> Error {
    Error::new(ErrorCode::MalformedJson, format!("The heap profile is damaged: {reason}"))
}

/// The kind of value that begins with `byte`, if any does.
fn kind_of_value(byte: u8) -> Option<&'static str> {
    Some(match byte {
        b'{' => "an object",
        b'[' => "an array",
        b'"' => "a string",
        b'-' | b'0'..=b'9' => "a number",
        b't' | b'f' => "a boolean",
        b'n' => "null",
        _ => return None,
    })
}

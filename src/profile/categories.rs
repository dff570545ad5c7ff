//! `meta.categories`: the kinds of code, each with a colour and its subcategories.

use super::value::Value;
use crate::strings::Strings;

/// A category and a subcategory of it, as indexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CategoryId {
    pub category: u32,
    pub subcategory: u32,
}

impl CategoryId {
    /// The category itself: its subcategory 'Other'.
    const fn other(category: u32) -> Self {
        CategoryId { category, subcategory: 0 }
    }

    pub const JAVASCRIPT: CategoryId = CategoryId::other(1);
    pub const EVALUATED: CategoryId = CategoryId { category: 1, subcategory: 1 };
    pub const EXTENSION: CategoryId = CategoryId::other(4);
    pub const WEB_ASSEMBLY: CategoryId = CategoryId::other(5);
    pub const V8: CategoryId = CategoryId::other(V8);
    pub const BUILTIN: CategoryId = CategoryId { category: V8, subcategory: 1 };
    pub const API: CategoryId = CategoryId { category: V8, subcategory: 2 };
    pub const PARSER: CategoryId = CategoryId { category: V8, subcategory: 3 };
    pub const COMPILER: CategoryId = CategoryId { category: V8, subcategory: 4 };
    pub const BYTECODE_COMPILER: CategoryId = CategoryId { category: V8, subcategory: 5 };
    pub const EXTERNAL: CategoryId = CategoryId { category: V8, subcategory: 6 };
    pub const LOGGING: CategoryId = CategoryId { category: V8, subcategory: 7 };
    pub const GC: CategoryId = CategoryId::other(7);
}

const DEPENDENCY: u32 = 2;
const INTERNALS: u32 = 3;
const V8: u32 = 6;

/// An entry of `meta.categories`.
#[derive(Clone, Debug)]
pub(crate) struct Category {
    name: String,
    /// One of the format's colour names. Grey marks the default category.
    color: &'static str,
    subcategories: Vec<String>,
}

impl Category {
    pub fn to_value(&self) -> Value {
        let subcategories = self.subcategories.iter().map(|name| Value::text(name)).collect();
        Value::Object(vec![
            ("name", Value::text(&self.name)),
            ("color", Value::text(self.color)),
            ("subcategories", Value::List(subcategories)),
        ])
    }
}

/// The list of categories.
#[derive(Debug)]
pub(crate) struct Categories {
    list: Vec<Category>,
    /// The subcategories of dependencies and of internals, numbered as there.
    packages: Strings,
    modules: Strings,
}

impl Categories {
    pub fn new() -> Self {
        let category = |name: &str, color, more: &[&str]| Category {
            name: name.to_string(),
            color,
            subcategories: ["Other"].iter().chain(more).map(|name| name.to_string()).collect(),
        };
        let v8 = ["Builtin", "API", "Parser", "Compiler", "Bytecode compiler", "External", "Logging"];
        Categories {
            list: vec![
                category("Other", "grey", &[]),
                category("JavaScript", "yellow", &["Eval"]),
                category("Dependency", "orange", &[]),
                category("Node.js internals", "green", &[]),
                category("Browser extension", "purple", &[]),
                category("WebAssembly", "magenta", &[]),
                category("V8", "blue", &v8),
                category("GC", "red", &[]),
            ],
            packages: with_other(),
            modules: with_other(),
        }
    }

    /// The subcategory of an npm package.
    pub fn package(&mut self, name: &str) -> CategoryId {
        let subcategory = subcategory(&mut self.list[DEPENDENCY as usize], &mut self.packages, name);
        CategoryId { category: DEPENDENCY, subcategory }
    }

    /// The subcategory of a module of the runtime.
    pub fn module(&mut self, name: &str) -> CategoryId {
        let subcategory = subcategory(&mut self.list[INTERNALS as usize], &mut self.modules, name);
        CategoryId { category: INTERNALS, subcategory }
    }

    /// Names the category of the runtime's own code after another runtime than Node.js.
    pub fn set_runtime(&mut self, name: &str) {
        self.list[INTERNALS as usize].name = format!("{name} internals");
    }

    pub fn into_list(self) -> Vec<Category> {
        self.list
    }
}

/// The names of subcategories, before any are added.
fn with_other() -> Strings {
    let mut names = Strings::empty();
    names.intern(b"Other");
    names
}

fn subcategory(category: &mut Category, names: &mut Strings, name: &str) -> u32 {
    let subcategory = names.intern(name.as_bytes());
    if subcategory as usize == category.subcategories.len() {
        category.subcategories.push(name.to_string());
    }
    subcategory
}

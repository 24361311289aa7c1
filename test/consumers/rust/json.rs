//! JSON as the standard library, which has no reader of its own, can be given it in a few lines.
#![allow(dead_code)]
use std::fs;

/// JSON with its numbers as they are written: other languages write the same number in other ways.
#[derive(Clone)]
pub enum Json {
    Literal(String),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}
use Json::*;

impl Json {
    pub fn get(&self, name: &str) -> Option<&Json> {
        match self {
            Object(members) => members.iter().find(|(key, _)| key == name).map(|(_, value)| value),
            _ => None,
        }
    }
    pub fn at(&self, name: &str) -> &Json {
        self.get(name).unwrap_or_else(|| panic!("no member {name}"))
    }
    pub fn items(&self) -> &[Json] {
        if let List(items) = self { items } else { &[] }
    }
    pub fn text(&self) -> &str {
        if let Text(text) = self { text } else { "" }
    }
    /// A string as it is, anything else as JSON.
    pub fn plain(&self) -> String {
        if let Text(text) = self { text.clone() } else { self.written() }
    }
    pub fn written(&self) -> String {
        match self {
            Literal(text) => text.clone(),
            Text(text) => quoted(text),
            List(items) => format!("[{}]", items.iter().map(Json::written).collect::<Vec<_>>().join(",")),
            Object(members) => {
                let each = members.iter().map(|(name, value)| format!("{}:{}", quoted(name), value.written()));
                format!("{{{}}}", each.collect::<Vec<_>>().join(","))
            }
        }
    }
}

pub fn quoted(text: &str) -> String {
    let mut shown = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => shown.extend(['\\', character]),
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            '\t' => shown.push_str("\\t"),
            '\u{8}' => shown.push_str("\\b"),
            '\u{c}' => shown.push_str("\\f"),
            character if character < ' ' => shown.push_str(&format!("\\u{:04x}", character as u32)),
            character => shown.push(character),
        }
    }
    shown + "\""
}

struct Reader {
    text: Vec<char>,
    at: usize,
}

impl Reader {
    fn next(&mut self) -> char {
        while self.text[self.at].is_whitespace() {
            self.at += 1;
        }
        self.text[self.at]
    }
    fn value(&mut self) -> Json {
        match self.next() {
            '"' => Text(self.string()),
            '[' => {
                let mut items = Vec::new();
                self.each(']', |reader| items.push(reader.value()));
                List(items)
            }
            '{' => {
                let mut members = Vec::new();
                self.each('}', |reader| {
                    let name = reader.string();
                    reader.next();
                    reader.at += 1;
                    members.push((name, reader.value()));
                });
                Object(members)
            }
            _ => {
                let begin = self.at;
                while self.at < self.text.len() && !",]} \n\r\t".contains(self.text[self.at]) {
                    self.at += 1;
                }
                Literal(self.text[begin..self.at].iter().collect())
            }
        }
    }
    fn each(&mut self, end: char, mut read: impl FnMut(&mut Self)) {
        self.at += 1;
        while self.next() != end {
            if self.text[self.at] == ',' {
                self.at += 1;
            }
            self.next();
            read(self);
        }
        self.at += 1;
    }
    fn string(&mut self) -> String {
        let mut units: Vec<u16> = Vec::new();
        self.at += 1;
        while self.text[self.at] != '"' {
            let mut character = self.text[self.at];
            if character == '\\' {
                self.at += 1;
                character = match self.text[self.at] {
                    'b' => '\u{8}',
                    'f' => '\u{c}',
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    'u' => {
                        let digits: String = self.text[self.at + 1..self.at + 5].iter().collect();
                        units.push(u16::from_str_radix(&digits, 16).expect("four hexadecimal digits"));
                        self.at += 5;
                        continue;
                    }
                    other => other,
                };
            }
            units.extend(character.encode_utf16(&mut [0; 2]).iter());
            self.at += 1;
        }
        self.at += 1;
        String::from_utf16_lossy(&units)
    }
}

pub fn read(path: &str) -> Json {
    let text = fs::read_to_string(path).expect(path).chars().collect();
    Reader { text, at: 0 }.value()
}

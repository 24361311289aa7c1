//! Fills in the message of every vector from generated/messages, and compares it byte by byte. Usage: messages <generated folder>
//! Needs nothing but the standard library.
use std::{env, process};

#[path = "../json.rs"]
mod json;
use json::{quoted, read, Json, Json::*};

fn main() {
    let generated = env::args().nth(1).expect("the generated folder");
    let languages = ["en", "zh"].map(|code| read(&format!("{generated}/messages/{code}.json")));
    let catalogue = read(&format!("{generated}/catalogue.json"));
    let (mut count, mut wrong) = (0, 0);
    let mut names = vec!["request".to_string()];
    names.extend(catalogue.at("models").items().iter().map(|model| model.at("id").text().to_string()));
    for name in names {
        let model = catalogue.at("models").items().iter().find(|model| model.at("id").text() == name);
        for vector in read(&format!("{generated}/vectors/{name}.json")).items() {
            for finding in vector.at("findings").items() {
                for language in &languages {
                    count += 1;
                    let found = message(finding, language, model);
                    let expected = finding.at("message").at(language.at("code").text()).text();
                    if found != expected {
                        wrong += 1;
                        println!("{name} {}: {found}, expected {expected}", vector.at("id").text());
                    }
                }
            }
        }
    }
    println!("{count} messages, {wrong} wrong");
    process::exit(i32::from(wrong > 0 || count == 0));
}

fn message(finding: &Json, language: &Json, model: Option<&Json>) -> String {
    let (rule, path, slots) = (finding.at("rule").text(), finding.at("path").text(), finding.at("slots"));
    let colon = language.at("colon").text();
    let rules = model.map_or(&[][..], |model| model.at("rules").items());
    if let Some(own) = rules.iter().find(|each| each.at("id").text() == rule) {
        let taking: Vec<String> = slots.get("parameters").map_or(vec![], |list| list.items().iter().map(Json::plain).collect());
        let told = if language.at("code").text() == "en" { own.at("message") } else { own.at("translations").at("zh") };
        let place = if taking.is_empty() { place(path) } else { taking.join(", ") };
        return place + colon + &match slots.get("text") {
            Some(text) => render(language.at("texts").at(text.text()).items(), slots, language),
            None => told.text().to_string(),
        };
    }
    let text = render(language.at("rules").at(rule).items(), slots, language);
    if path.is_empty() {
        let whole = Object(vec![("message".to_string(), Text(text))]);
        return render(language.at("texts").at("body").items(), &whole, language);
    }
    place(path) + colon + &text
}

/// The first of the alternatives of whose placeholders each has a value, filled in.
fn render(alternatives: &[Json], slots: &Json, language: &Json) -> String {
    alternatives.iter().find_map(|text| fill(text.text(), slots, language)).unwrap_or_default()
}

fn fill(text: &str, slots: &Json, language: &Json) -> Option<String> {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let (placeholder, behind) = after.split_once('}').expect("a placeholder ends");
        let (slot, format) = placeholder.split_once('|').unwrap_or((placeholder, ""));
        filled += before;
        filled += &formatted(slots.get(slot)?, format, language);
        rest = behind;
    }
    Some(filled + rest)
}

fn formatted(value: &Json, format: &str, language: &Json) -> String {
    if format == "quote" {
        return quote(value, Some(language.at("tables").at("nouns")));
    }
    if format == "json" {
        return value.written();
    }
    if let Some(join) = language.at("joins").get(format) {
        let words: Vec<String> = value.items().iter().map(Json::plain).collect();
        let (last, others) = words.split_last().expect("a list that is named has values");
        if others.is_empty() {
            return last.clone();
        }
        return others.join(join.items()[0].text()) + join.items()[1].text() + last;
    }
    let text = value.get(language.at("code").text()).unwrap_or(value).plain();
    match format {
        "" => text,
        "short" => shorten(&text),
        "spaced" if text.starts_with(|first| ('\u{4e00}'..='\u{9fff}').contains(&first)) => text,
        "spaced" => format!(" {text}"),
        _ => language.at("tables").get(format).and_then(|table| table.get(&text)).map_or(text.clone(), Json::plain),
    }
}

fn quote(value: &Json, nouns: Option<&Json>) -> String {
    let noun = |name| nouns.and_then(|nouns| nouns.get(name)).map_or(String::new(), Json::plain);
    match value {
        List(_) => noun("array"),
        Object(_) => noun("object"),
        Text(text) => visible(&quoted(&shorten(text))),
        Literal(text) => text.clone(),
    }
}

fn shorten(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

/// The standard library knows no general categories; Debug escapes what cannot be seen, and so tells which those are.
fn visible(text: &str) -> String {
    let is_hidden = |character: char| {
        character != ' ' && (character.is_whitespace() || character.escape_debug().to_string().starts_with("\\u"))
    };
    let is_mark = |character: char| ('\u{300}'..='\u{36f}').contains(&character);
    text.chars()
        .map(|character| {
            if is_hidden(character) && !is_mark(character) {
                format!("\\u{:04x}", character.encode_utf16(&mut [0; 2])[0])
            } else {
                character.to_string()
            }
        })
        .collect()
}

/// A JSON pointer as people write it: `/shots/1/image` is `shots[1].image`.
fn place(path: &str) -> String {
    let is_plain = |step: &str| {
        (1..=60).contains(&step.len()) && step.chars().all(|each| each.is_ascii_alphanumeric() || "_-".contains(each))
    };
    let mut text = String::new();
    for (index, step) in path.split('/').skip(1).enumerate() {
        let step = step.replace("~1", "/").replace("~0", "~");
        let is_index = !step.is_empty() && step.chars().all(|each| each.is_ascii_digit());
        let name = if is_plain(&step) { step.clone() } else { quote(&Text(step.clone()), None) };
        text += &match index {
            0 => name,
            _ if is_index => format!("[{step}]"),
            _ => format!(".{name}"),
        };
    }
    text
}

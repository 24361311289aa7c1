//! Reads every valid vector into the types quicktype made and writes it again. Usage: roundtrip <generated folder>
use serde::{de::DeserializeOwned, Serialize};
use serde_json::Value;
use std::{env, fs, process};

// modules

fn main() {
    let generated = env::args().nth(1).expect("the generated folder");
    let mut count = 0;
    let mut wrong = 0;
    let models: Vec<(&str, fn(&Value) -> serde_json::Result<Value>)> = vec![
        // types
    ];
    for (id, again) in &models {
        let text = fs::read_to_string(format!("{generated}/vectors/{id}.json")).expect("vectors");
        let vectors: Vec<Value> = serde_json::from_str(&text).expect("vectors are JSON");
        for vector in vectors.iter().filter(|vector| vector["valid"] == true) {
            count += 1;
            match again(&vector["body"]) {
                Ok(body) if same(&body, &vector["body"]) => {}
                other => {
                    wrong += 1;
                    println!("{id} {}: {other:?}", vector["id"]);
                }
            }
        }
    }
    println!("{count} valid vectors of {} models read and written, {wrong} changed", models.len());
    if wrong > 0 || count == 0 {
        process::exit(1);
    }
}

fn again<T: DeserializeOwned + Serialize>(body: &Value) -> serde_json::Result<Value> {
    serde_json::to_value(serde_json::from_value::<T>(body.clone())?)
}

/// Equality of JSON, where 1 and 1.0 are one number.
fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => left.as_f64() == right.as_f64(),
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| same(left, right))
        }
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len()
                && left.iter().all(|(name, value)| right.get(name).map_or(false, |other| same(value, other)))
        }
        _ => left == right,
    }
}

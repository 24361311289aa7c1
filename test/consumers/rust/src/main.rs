//! Reads every valid vector into the types quicktype made and writes it again. Usage: roundtrip <generated folder>
use serde::{de::DeserializeOwned, Serialize};
use serde_json::Value;
use std::{collections::{HashMap, HashSet}, env, fs, process};

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
        let valid: Vec<&Value> = vectors.iter().filter(|vector| vector["valid"] == true).collect();
        let mut nulls = HashSet::new();
        let mut kinds = HashMap::new();
        valid.iter().for_each(|vector| add_nulls(&vector["body"], &mut nulls, &mut kinds));
        for vector in valid {
            count += 1;
            match again(&vector["body"]) {
                Ok(body) if same(&without(&body, &nulls), &without(&vector["body"], &nulls)) => {}
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

/// Collects the names of members that are null, and of those with values of several types: for them quicktype writes null where
/// there is none, which a program has to leave out before it sends the request.
fn add_nulls(value: &Value, nulls: &mut HashSet<String>, kinds: &mut HashMap<String, std::mem::Discriminant<Value>>) {
    for (name, member) in value.as_object().into_iter().flatten() {
        let kind = std::mem::discriminant(member);
        if member.is_null() || kinds.insert(name.clone(), kind).map_or(false, |other| other != kind) {
            nulls.insert(name.clone());
        }
        add_nulls(member, nulls, kinds);
    }
}

/// A value without null where a member takes it: the types write null for absent, and to the service they are the same.
fn without(value: &Value, nulls: &HashSet<String>) -> Value {
    match value {
        Value::Object(members) => members
            .iter()
            .filter(|(name, member)| !(member.is_null() && nulls.contains(*name)))
            .map(|(name, member)| (name.clone(), without(member, nulls)))
            .collect(),
        other => other.clone(),
    }
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

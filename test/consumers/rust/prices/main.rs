//! Prices every request of generated/prices/vectors.json, exactly. Usage: prices <generated folder>
//! Needs nothing but the standard library.
use std::{env, process};

#[path = "../json.rs"]
mod json;
use json::{read, Json, Json::*};

/// An exact number, in its lowest terms.
#[derive(Clone, Copy)]
struct Exact {
    over: i128,
    under: i128,
}

impl Exact {
    fn new(over: i128, under: i128) -> Exact {
        let (mut left, mut right) = (over.abs(), under.abs());
        while right > 0 {
            (left, right) = (right, left % right);
        }
        let sign = if under < 0 { -1 } else { 1 };
        Exact { over: sign * over / left.max(1), under: sign * under / left.max(1) }
    }
    fn whole(value: usize) -> Exact {
        Exact { over: value as i128, under: 1 }
    }
    /// A number as it is written.
    fn of(value: &Json) -> Option<Exact> {
        let Literal(text) = value else { return None };
        let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let over: i128 = format!("{whole}{part}").parse().ok()?;
        let shift = exponent.parse::<i32>().ok()? - part.len() as i32;
        let power = 10i128.pow(shift.unsigned_abs());
        Some(if shift < 0 { Exact::new(over, power) } else { Exact::new(over * power, 1) })
    }
    fn plus(self, other: Exact) -> Exact {
        Exact::new(self.over * other.under + other.over * self.under, self.under * other.under)
    }
    fn times(self, other: Exact) -> Exact {
        Exact::new(self.over * other.over, self.under * other.under)
    }
    fn by(self, other: Exact) -> Exact {
        Exact::new(self.over * other.under, self.under * other.over)
    }
    fn less(self, other: Exact) -> bool {
        self.over * other.under < other.over * self.under
    }
    fn ceiling(self) -> i128 {
        -(-self.over).div_euclid(self.under)
    }
}

const ZERO: Exact = Exact { over: 0, under: 1 };

/// What stands at a JSON pointer, in which `*` is each item of a list, `{name}` each member of an object, and a final `**` every string below.
fn at<'a>(path: &str, value: &'a Json) -> Vec<&'a Json> {
    let Some(path) = path.strip_prefix('/') else { return vec![value] };
    let (step, rest) = path.find('/').map_or((path, ""), |cut| path.split_at(cut));
    match (step, value) {
        ("**", Text(_)) => vec![value],
        ("**", List(items)) => items.iter().flat_map(|item| at("/**", item)).collect(),
        ("**", Object(members)) => members.iter().flat_map(|(_, member)| at("/**", member)).collect(),
        ("*", List(items)) => items.iter().flat_map(|item| at(rest, item)).collect(),
        ("{name}", Object(members)) => members.iter().flat_map(|(_, member)| at(rest, member)).collect(),
        ("*", _) | ("**", _) | ("{name}", _) => vec![],
        _ => value.get(&step.replace("~1", "/").replace("~0", "~")).map_or(vec![], |member| at(rest, member)),
    }
}

/// A part of a quantity; none where nothing says how much.
fn part(source: &Json, body: &Json) -> Option<Exact> {
    let path = source.at("path").text();
    if source.at("as").text() == "count" {
        return Some(Exact::whole(at(path, body).len()));
    }
    let (holder, member) = if path.ends_with("/*") { (path, "") } else { path.split_at(path.rfind('/')?) };
    let parts: Option<Vec<Exact>> = at(holder, body)
        .into_iter()
        .map(|each| amount(source, at(member, each).first().copied().or(source.get("default"))?))
        .collect();
    parts?.into_iter().reduce(Exact::plus)
}

fn amount(source: &Json, value: &Json) -> Option<Exact> {
    match (source.at("as").text(), value) {
        ("length", Text(text)) => Some(Exact::whole(text.chars().count())),
        ("area", Text(text)) => {
            let (width, height) = text.split_once(['x', 'X', '×', '*'])?;
            let side = |digits: &str| digits.trim().parse::<usize>().ok().map(Exact::whole);
            Some(side(width)?.times(side(height)?))
        }
        ("number", _) => {
            let exact = Exact::of(value)?;
            match source.get("scale").map(Json::items) {
                Some([over, under]) => Some(exact.times(Exact::of(over)?).by(Exact::of(under)?)),
                _ => Some(exact),
            }
        }
        _ => None,
    }
}

fn measure(quantity: &Json, body: &Json) -> Option<Exact> {
    let mut total = quantity.at("sum").items().iter().filter_map(|source| part(source, body)).reduce(Exact::plus)?;
    if let Some(times) = quantity.get("times") {
        total = total.times(part(times, body)?);
    }
    if let Some(per) = quantity.get("per") {
        total = total.by(part(per, body).filter(|per| per.over > 0)?);
    }
    Some(total)
}

fn counted(vector: &Json, factor: &Json, body: &Json) -> Option<Exact> {
    let name = factor.get("of").unwrap_or(factor).text();
    let stated = |how: &str| factor.get(how).and_then(Exact::of);
    let quantity = vector.at("quantities").items().iter().find(|each| each.at("name").text() == name);
    let mut exact = quantity.and_then(|quantity| measure(quantity, body)).or(stated("otherwise"))?;
    if let Some(beyond) = stated("beyond") {
        exact = exact.plus(Exact { over: -beyond.over, ..beyond });
    }
    for least in [ZERO, stated("atLeast").unwrap_or(ZERO)] {
        exact = if exact.less(least) { least } else { exact };
    }
    if let Some(every) = stated("every") {
        exact = exact.by(every);
    }
    Some(if factor.get("round").is_some() { Exact { over: exact.ceiling(), under: 1 } } else { exact })
}

fn path_of(parameter: &str) -> String {
    format!("/{}", parameter.replace('.', "/"))
}

fn value_of<'a>(vector: &'a Json, parameter: &str, body: &'a Json) -> Option<&'a Json> {
    let path = path_of(parameter);
    let default = || {
        let holder = &path[..path.rfind('/').unwrap_or(0)];
        at(holder, body).first().and_then(|_| vector.at("defaults").get(parameter))
    };
    at(&path, body).first().copied().or_else(default)
}

fn same(one: Option<&Json>, other: &Json) -> bool {
    let Some(one) = one else { return false };
    match (Exact::of(one), Exact::of(other)) {
        (Some(left), Some(right)) => !left.less(right) && !right.less(left),
        _ => one.written() == other.written(),
    }
}

fn holds(vector: &Json, conditions: Option<&Json>, body: &Json) -> bool {
    let Some(Object(conditions)) = conditions else { return true };
    conditions.iter().all(|(parameter, condition)| {
        let value = value_of(vector, parameter, body);
        match condition {
            List(wanted) => wanted.iter().any(|each| same(value, each)),
            Object(_) => {
                let size = size(vector, parameter, value, body);
                let bound = |name: &str| condition.get(name).and_then(Exact::of);
                !size.less(bound("min").unwrap_or(ZERO)) && !bound("max").is_some_and(|most| most.less(size))
            }
            _ => same(value, condition),
        }
    })
}

/// The number that a parameter is, or how many references or items it has.
fn size(vector: &Json, parameter: &str, value: Option<&Json>, body: &Json) -> Exact {
    let below = format!("{}/", path_of(parameter));
    let is_ours = |place: &&Json| place.get("media").is_some() && format!("{}/", place.at("path").text()).starts_with(&below);
    let places: Vec<&Json> = vector.at("places").items().iter().filter(is_ours).collect();
    if !places.is_empty() {
        return Exact::whole(places.iter().map(|place| at(place.at("path").text(), body).len()).sum());
    }
    value.map_or(ZERO, |value| Exact::of(value).unwrap_or(Exact::whole(value.items().len())))
}

fn rate_of(vector: &Json, rate: &Json, body: &Json) -> Option<Exact> {
    let Object(table) = rate else { return Exact::of(rate) };
    let (parameter, rates) = table.first()?;
    let key = value_of(vector, parameter, body).map_or(String::from("*"), Json::plain);
    rate_of(vector, rates.get(&key).or(rates.get("*"))?, body)
}

/// The request with the defaults that depend on it: of each parameter the first whose condition holds.
fn filled(vector: &Json, request: &Json) -> Json {
    let mut body = request.clone();
    let (Some(Object(conditional)), Object(members)) = (vector.get("conditionalDefaults"), &mut body) else { return body };
    for (parameter, defaults) in conditional {
        let is_given = request.get(parameter).is_some_and(|value| value.written() != "null");
        let first = defaults.items().iter().find(|each| holds(vector, each.get("when"), request));
        if let (false, Some(first)) = (is_given, first) {
            members.retain(|(name, _)| name != parameter);
            members.push((parameter.clone(), first.at("default").clone()));
        }
    }
    body
}

/// The amounts of the lines, in millionths of a credit; none where the request cannot be priced.
fn quote(vector: &Json, request: &Json) -> Option<Vec<i128>> {
    let body = &filled(vector, request);
    let price = vector.at("price");
    let tiers = price.get("tiers").map_or(&[][..], Json::items);
    let applying = tiers.iter().find(|tier| holds(vector, tier.get("when"), body)).unwrap_or(price);
    let (mut amounts, mut is_free) = (Vec::new(), None);
    for line in applying.at("lines").items() {
        if !holds(vector, line.get("when"), body) {
            continue;
        }
        let rate = rate_of(vector, line.at("credits"), body)?;
        let mut product = rate.times(Exact::whole(1_000_000));
        let per = line.get("per");
        let factors = match per {
            Some(List(factors)) => &factors[..],
            _ => per.map_or(&[][..], std::slice::from_ref),
        };
        for factor in factors {
            product = product.times(counted(vector, factor, body)?);
        }
        is_free = Some(is_free.unwrap_or(true) && rate.over == 0);
        if product.ceiling() > 0 {
            amounts.push(product.ceiling());
        }
    }
    (!amounts.is_empty() || is_free == Some(true)).then_some(amounts)
}

fn main() {
    let generated = env::args().nth(1).expect("the generated folder");
    let (mut count, mut wrong) = (0, 0);
    for vector in read(&format!("{generated}/prices/vectors.json")).items() {
        for case in vector.at("cases").items() {
            count += 1;
            let found = quote(vector, case.at("body")).map(|lines| (lines.iter().sum::<i128>(), lines));
            let whole = |value: &Json| value.written().parse::<i128>().expect("an integer");
            let expected = case.get("amount").map(|amount| {
                let lines: Vec<i128> = case.at("lines").items().iter().map(|line| whole(line.at("amount"))).collect();
                (whole(amount), lines)
            });
            if found != expected {
                wrong += 1;
                println!("{} {}: {found:?}, expected {expected:?}", vector.at("id").text(), case.at("body").written());
            }
        }
    }
    println!("{count} prices, {wrong} wrong");
    process::exit(if wrong > 0 || count == 0 { 1 } else { 0 });
}

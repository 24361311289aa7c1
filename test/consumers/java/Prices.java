import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Prices every request of generated/prices/vectors.json, exactly.
 * Usage: java Prices.java generated-folder
 */
public class Prices {
    static final Pattern AREA = Pattern.compile("([0-9]+)\\s*[xX×*]\\s*([0-9]+)");
    static final Exact ZERO = new Exact(BigInteger.ZERO, BigInteger.ONE);

    public static void main(String[] arguments) throws IOException {
        String text = Files.readString(Path.of(arguments[0], "prices", "vectors.json"), StandardCharsets.UTF_8);
        int count = 0, wrong = 0;
        for (Object each : list(new Json(text).value())) {
            Map<?, ?> vector = object(each);
            for (Object one : list(vector.get("cases"))) {
                count++;
                Map<?, ?> request = object(one);
                List<BigInteger> found = quote(vector, request.get("body"));
                List<BigInteger> expected = request.get("amount") == null ? null : new ArrayList<>();
                for (Object line : list(request.get("lines"))) expected.add(number(object(line).get("amount")).over());
                boolean isRight = found == null ? expected == null : found.equals(expected)
                    && found.stream().reduce(BigInteger.ZERO, BigInteger::add).equals(number(request.get("amount")).over());
                if (isRight) continue;
                wrong++;
                System.out.println(vector.get("id") + " " + request.get("body") + ": " + found + ", expected " + expected);
            }
        }
        System.out.println(count + " prices, " + wrong + " wrong");
        System.exit(wrong > 0 || count == 0 ? 1 : 0);
    }

    /** An exact number. */
    record Exact(BigInteger over, BigInteger under) {
        Exact plus(Exact other) {
            return new Exact(over.multiply(other.under).add(other.over.multiply(under)), under.multiply(other.under));
        }

        Exact times(Exact other) {
            return new Exact(over.multiply(other.over), under.multiply(other.under));
        }

        Exact by(Exact other) {
            return times(new Exact(other.under, other.over));
        }

        boolean isLess(Exact other) {
            return over.multiply(other.under).compareTo(other.over.multiply(under)) < 0;
        }

        BigInteger ceiling() {
            BigInteger[] parts = over.divideAndRemainder(under);
            return parts[1].signum() > 0 ? parts[0].add(BigInteger.ONE) : parts[0];
        }
    }

    static Exact whole(long value) {
        return new Exact(BigInteger.valueOf(value), BigInteger.ONE);
    }

    /** A number as it is written; null for anything else. */
    static Exact number(Object value) {
        if (!(value instanceof Literal literal) || !literal.text().matches("-?[0-9].*")) return null;
        BigDecimal decimal = new BigDecimal(literal.text());
        if (decimal.scale() <= 0) return new Exact(decimal.toBigIntegerExact(), BigInteger.ONE);
        return new Exact(decimal.unscaledValue(), BigInteger.TEN.pow(decimal.scale()));
    }

    /** What stands at a JSON pointer, in which * is each item of a list, {name} each member of an object, and a final ** every string below. */
    static List<Object> at(String path, Object value) {
        if (path.isEmpty()) return List.of(value);
        int end = path.indexOf('/', 1);
        String step = path.substring(1, end < 0 ? path.length() : end);
        String rest = end < 0 ? "" : path.substring(end);
        List<Object> inner = new ArrayList<>();
        if (step.equals("**")) {
            if (value instanceof String) return List.of(value);
            inner.addAll(list(value));
            inner.addAll(object(value).values());
            rest = path;
        } else if (step.equals("*")) inner.addAll(list(value));
        else if (step.equals("{name}")) inner.addAll(object(value).values());
        else {
            Object member = object(value).get(step.replace("~1", "/").replace("~0", "~"));
            if (member != null) inner.add(member);
        }
        List<Object> found = new ArrayList<>();
        for (Object each : inner) found.addAll(at(rest, each));
        return found;
    }

    /** A part of a quantity; null where nothing says how much. */
    static Exact part(Object from, Object body) {
        Map<?, ?> source = object(from);
        String path = (String) source.get("path");
        if (source.get("as").equals("count")) return whole(at(path, body).size());
        int cut = path.endsWith("/*") ? path.length() : path.lastIndexOf('/');
        Exact total = null;
        for (Object each : at(path.substring(0, cut), body)) {
            List<Object> values = at(path.substring(cut), each);
            Exact part = amount(source, values.isEmpty() ? source.get("default") : values.get(0));
            if (part == null) return null;
            total = total == null ? part : total.plus(part);
        }
        return total;
    }

    static Exact amount(Map<?, ?> source, Object value) {
        if (source.get("as").equals("length")) return value instanceof String text ? whole(text.codePointCount(0, text.length())) : null;
        if (source.get("as").equals("area")) {
            var size = AREA.matcher(value instanceof String text ? text : "");
            return size.matches() ? number(new Literal(size.group(1))).times(number(new Literal(size.group(2)))) : null;
        }
        Exact exact = number(value);
        List<?> scale = list(source.get("scale"));
        return exact == null || scale.isEmpty() ? exact : exact.times(number(scale.get(0))).by(number(scale.get(1)));
    }

    static Exact measure(Map<?, ?> quantity, Object body) {
        Exact total = null;
        for (Object source : list(quantity.get("sum"))) {
            Exact part = part(source, body);
            if (part != null) total = total == null ? part : total.plus(part);
        }
        Exact times = quantity.get("times") == null ? whole(1) : part(quantity.get("times"), body);
        Exact per = quantity.get("per") == null ? whole(1) : part(quantity.get("per"), body);
        if (total == null || times == null || per == null || per.over().signum() <= 0) return null;
        return total.times(times).by(per);
    }

    static Exact counted(Map<?, ?> vector, Object factor, Object body) {
        Map<?, ?> how = factor instanceof String name ? Map.of("of", name) : object(factor);
        Exact exact = null;
        for (Object each : list(vector.get("quantities")))
            if (object(each).get("name").equals(how.get("of"))) exact = measure(object(each), body);
        if (exact == null) exact = number(how.get("otherwise"));
        if (exact == null) return null;
        Exact beyond = number(how.get("beyond")), least = number(how.get("atLeast")), every = number(how.get("every"));
        if (beyond != null) exact = exact.plus(beyond.times(whole(-1)));
        if (exact.isLess(ZERO)) exact = ZERO;
        if (least != null && exact.isLess(least)) exact = least;
        if (every != null) exact = exact.by(every);
        return how.get("round") == null ? exact : new Exact(exact.ceiling(), BigInteger.ONE);
    }

    static String pathOf(String parameter) {
        return "/" + parameter.replace('.', '/');
    }

    static Object valueOf(Map<?, ?> vector, String parameter, Object body) {
        String path = pathOf(parameter);
        List<Object> values = at(path, body);
        if (!values.isEmpty()) return values.get(0);
        boolean isThere = !at(path.substring(0, path.lastIndexOf('/')), body).isEmpty();
        return isThere ? object(vector.get("defaults")).get(parameter) : null;
    }

    static boolean isSame(Object one, Object other) {
        Exact left = number(one), right = number(other);
        if (left != null && right != null) return !left.isLess(right) && !right.isLess(left);
        return other.equals(one);
    }

    static boolean holds(Map<?, ?> vector, Object conditions, Object body) {
        return object(conditions).entrySet().stream().allMatch(entry -> {
            String parameter = (String) entry.getKey();
            Object value = valueOf(vector, parameter, body);
            if (entry.getValue() instanceof List<?> wanted) return wanted.stream().anyMatch(each -> isSame(value, each));
            if (!(entry.getValue() instanceof Map<?, ?> range)) return isSame(value, entry.getValue());
            Exact size = size(vector, parameter, value, body), most = number(range.get("max"));
            Exact least = range.get("min") == null ? ZERO : number(range.get("min"));
            return !size.isLess(least) && (most == null || !most.isLess(size));
        });
    }

    /** The number that a parameter is, or how many references or items it has. */
    static Exact size(Map<?, ?> vector, String parameter, Object value, Object body) {
        boolean isMedia = false;
        long found = 0;
        for (Object each : list(vector.get("places"))) {
            String path = (String) object(each).get("path");
            if (object(each).get("media") == null || !(path + "/").startsWith(pathOf(parameter) + "/")) continue;
            isMedia = true;
            found += at(path, body).size();
        }
        if (isMedia) return whole(found);
        return number(value) == null ? whole(list(value).size()) : number(value);
    }

    static Exact rateOf(Map<?, ?> vector, Object rate, Object body) {
        if (!(rate instanceof Map<?, ?> table)) return number(rate);
        Map.Entry<?, ?> entry = table.entrySet().iterator().next();
        Object value = valueOf(vector, (String) entry.getKey(), body);
        String key = value instanceof Literal literal ? literal.text() : value instanceof String text ? text : "*";
        Map<?, ?> rates = object(entry.getValue());
        Object chosen = rates.get(key) == null ? rates.get("*") : rates.get(key);
        return chosen == null ? null : rateOf(vector, chosen, body);
    }

    /** The request with the defaults that depend on it: of each parameter the first whose condition holds. */
    static Object filled(Map<?, ?> vector, Object request) {
        Map<Object, Object> body = new LinkedHashMap<>(object(request));
        for (Map.Entry<?, ?> entry : object(vector.get("conditionalDefaults")).entrySet()) {
            Object given = object(request).get(entry.getKey());
            if (given != null && !(given instanceof Literal literal && literal.text().equals("null"))) continue;
            for (Object each : list(entry.getValue())) {
                if (!holds(vector, object(each).get("when"), request)) continue;
                body.put(entry.getKey(), object(each).get("default"));
                break;
            }
        }
        return body;
    }

    /** The amounts of the lines, in millionths of a credit; null where the request cannot be priced. */
    static List<BigInteger> quote(Map<?, ?> vector, Object request) {
        Object body = filled(vector, request);
        Map<?, ?> price = object(vector.get("price"));
        List<?> lines = list(price.get("lines"));
        for (Object tier : list(price.get("tiers"))) {
            if (!holds(vector, object(tier).get("when"), body)) continue;
            lines = list(object(tier).get("lines"));
            break;
        }
        List<BigInteger> amounts = new ArrayList<>();
        boolean applied = false, costs = false;
        for (Object each : lines) {
            Map<?, ?> line = object(each);
            if (!holds(vector, line.get("when"), body)) continue;
            Exact rate = rateOf(vector, line.get("credits"), body);
            if (rate == null) return null;
            Exact product = rate.times(whole(1_000_000));
            Object per = line.get("per");
            for (Object factor : per instanceof List<?> factors ? factors : per == null ? List.of() : List.of(per)) {
                Exact exact = counted(vector, factor, body);
                if (exact == null) return null;
                product = product.times(exact);
            }
            applied = true;
            costs |= rate.over().signum() > 0;
            if (product.ceiling().signum() > 0) amounts.add(product.ceiling());
        }
        return amounts.isEmpty() && (!applied || costs) ? null : amounts;
    }

    static Map<?, ?> object(Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }

    static List<?> list(Object value) {
        return value instanceof List<?> items ? items : List.of();
    }

    /** A number, or true, false, null, as it is written: other languages write the same number in other ways. */
    record Literal(String text) {}

    /** JSON as the JDK, which has no reader of its own, can be given it in a few lines. */
    static class Json {
        final String text;
        int at = 0;

        Json(String text) {
            this.text = text;
        }

        Object value() {
            char first = next();
            if (first == '"') return string();
            if (first != '{' && first != '[') {
                int begin = at;
                while (at < text.length() && ",]}".indexOf(text.charAt(at)) < 0 && !Character.isWhitespace(text.charAt(at))) at++;
                return new Literal(text.substring(begin, at));
            }
            at++;
            Map<String, Object> members = new LinkedHashMap<>();
            List<Object> items = new ArrayList<>();
            while (next() != (first == '{' ? '}' : ']')) {
                if (text.charAt(at) == ',') at++;
                next();
                if (first == '[') items.add(value());
                else {
                    String name = string();
                    next();
                    at++;
                    members.put(name, value());
                }
            }
            at++;
            return first == '{' ? members : items;
        }

        /** Skips blanks. */
        char next() {
            while (Character.isWhitespace(text.charAt(at))) at++;
            return text.charAt(at);
        }

        String string() {
            var read = new StringBuilder();
            for (at++; text.charAt(at) != '"'; at++) {
                if (text.charAt(at) != '\\') read.append(text.charAt(at));
                else if (text.charAt(++at) == 'u') {
                    read.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
                    at += 4;
                } else {
                    int named = "bfnrt".indexOf(text.charAt(at));
                    read.append(named < 0 ? text.charAt(at) : "\b\f\n\r\t".charAt(named));
                }
            }
            at++;
            return read.toString();
        }
    }
}

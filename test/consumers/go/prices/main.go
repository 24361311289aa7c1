// Prices every request of generated/prices/vectors.json, exactly. Usage: prices <generated folder>
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"
)

type object = map[string]any

type vector struct {
	ID         string
	Places     []struct{ Path, Media string }
	Quantities []struct {
		Name       string
		Sum        []source
		Times, Per *source
	}
	Defaults            object
	ConditionalDefaults map[string][]struct {
		When    object
		Default any
	}
	Price struct {
		Lines []line
		Tiers []struct {
			When  object
			Lines []line
		}
	}
	Cases []struct {
		Body   object
		Priced bool
		Amount json.Number
		Lines  []struct{ Amount json.Number }
	}
}

type source struct {
	Path, As string
	Scale    []json.Number
	Default  any
}

type line struct {
	Credits, Per any
	When         object
}

var (
	escapes = strings.NewReplacer("~1", "/", "~0", "~")
	area    = regexp.MustCompile(`^([0-9]+)\s*[xX×*]\s*([0-9]+)$`)
	zero    = new(big.Rat)
)

func main() {
	var vectors []vector
	content, err := os.ReadFile(filepath.Join(os.Args[1], "prices", "vectors.json"))
	if err != nil {
		log.Fatal(err)
	}
	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.UseNumber()
	if err := decoder.Decode(&vectors); err != nil {
		log.Fatal(err)
	}
	count, wrong := 0, 0
	for _, vector := range vectors {
		for _, each := range vector.Cases {
			count++
			amounts, reason := vector.quote(each.Body)
			var expected []string
			for _, line := range each.Lines {
				expected = append(expected, line.Amount.String())
			}
			total := new(big.Int)
			var found []string
			for _, amount := range amounts {
				total.Add(total, amount)
				found = append(found, amount.String())
			}
			if (reason == "") == each.Priced && fmt.Sprint(found) == fmt.Sprint(expected) && (reason != "" || total.String() == each.Amount.String()) {
				continue
			}
			wrong++
			fmt.Println(vector.ID, each.Body, found, reason, "expected", expected)
		}
	}
	fmt.Printf("%d prices, %d wrong\n", count, wrong)
	if wrong > 0 || count == 0 {
		os.Exit(1)
	}
}

// What stands at a JSON pointer, in which * is each item of a list and a final ** every string below.
func at(path string, value any) []any {
	if path == "" {
		return []any{value}
	}
	step, rest, more := strings.Cut(path[1:], "/")
	if more {
		rest = "/" + rest
	}
	var inner, found []any
	list, _ := value.([]any)
	members, _ := value.(object)
	switch step {
	case "**":
		if text, isText := value.(string); isText {
			return []any{text}
		}
		inner, rest = list, path
		for _, member := range members {
			inner = append(inner, member)
		}
	case "*":
		inner = list
	case "{name}":
		for _, member := range members {
			inner = append(inner, member)
		}
	default:
		if member, has := members[escapes.Replace(step)]; has {
			inner = []any{member}
		}
	}
	for _, each := range inner {
		found = append(found, at(rest, each)...)
	}
	return found
}

func number(value any) *big.Rat {
	written, isNumber := value.(json.Number)
	if !isNumber {
		return nil
	}
	exact, _ := new(big.Rat).SetString(written.String())
	return exact
}

func count(length int) *big.Rat { return new(big.Rat).SetInt64(int64(length)) }

// A part of a quantity; nil where nothing says how much.
func read(from source, body any) *big.Rat {
	if from.As == "count" {
		return count(len(at(from.Path, body)))
	}
	holder, member := from.Path, ""
	if !strings.HasSuffix(from.Path, "/*") {
		cut := strings.LastIndex(from.Path, "/")
		holder, member = from.Path[:cut], from.Path[cut:]
	}
	var total *big.Rat
	for _, each := range at(holder, body) {
		value := from.Default
		if values := at(member, each); len(values) > 0 {
			value = values[0]
		}
		part := amount(from, value)
		if part == nil {
			return nil
		}
		if total == nil {
			total = new(big.Rat)
		}
		total.Add(total, part)
	}
	return total
}

func amount(from source, value any) *big.Rat {
	text, isText := value.(string)
	switch from.As {
	case "length":
		if !isText {
			return nil
		}
		return count(utf8.RuneCountInString(text))
	case "area":
		size := area.FindStringSubmatch(text)
		if size == nil {
			return nil
		}
		return new(big.Rat).Mul(number(json.Number(size[1])), number(json.Number(size[2])))
	}
	exact := number(value)
	if exact != nil && from.Scale != nil {
		exact.Mul(exact, new(big.Rat).Quo(number(from.Scale[0]), number(from.Scale[1])))
	}
	return exact
}

func (vector vector) measure(name string, body any) *big.Rat {
	for _, quantity := range vector.Quantities {
		if quantity.Name != name {
			continue
		}
		var total *big.Rat
		for _, from := range quantity.Sum {
			if part := read(from, body); part != nil {
				if total == nil {
					total = new(big.Rat)
				}
				total.Add(total, part)
			}
		}
		if total == nil {
			return nil
		}
		if quantity.Times != nil {
			times := read(*quantity.Times, body)
			if times == nil {
				return nil
			}
			total.Mul(total, times)
		}
		if quantity.Per != nil {
			per := read(*quantity.Per, body)
			if per == nil || per.Sign() <= 0 {
				return nil
			}
			total.Quo(total, per)
		}
		return total
	}
	return nil
}

func ceiling(exact *big.Rat) *big.Int {
	whole, rest := new(big.Int).DivMod(exact.Num(), exact.Denom(), new(big.Int))
	if rest.Sign() > 0 {
		whole.Add(whole, big.NewInt(1))
	}
	return whole
}

func (vector vector) counted(factor any, body any) *big.Rat {
	how, isObject := factor.(object)
	if !isObject {
		how = object{"of": factor}
	}
	exact := vector.measure(how["of"].(string), body)
	if exact == nil {
		exact = number(how["otherwise"])
	}
	if exact == nil {
		return nil
	}
	if beyond := number(how["beyond"]); beyond != nil {
		exact.Sub(exact, beyond)
	}
	for _, least := range []*big.Rat{zero, number(how["atLeast"])} {
		if least != nil && exact.Cmp(least) < 0 {
			exact = new(big.Rat).Set(least)
		}
	}
	if every := number(how["every"]); every != nil {
		exact.Quo(exact, every)
	}
	if how["round"] == "up" {
		exact = new(big.Rat).SetInt(ceiling(exact))
	}
	return exact
}

func pathOf(parameter string) string { return "/" + strings.ReplaceAll(parameter, ".", "/") }

func (vector vector) valueOf(parameter string, body any) any {
	path := pathOf(parameter)
	if values := at(path, body); len(values) > 0 {
		return values[0]
	}
	if len(at(path[:strings.LastIndex(path, "/")], body)) == 0 {
		return nil
	}
	return vector.Defaults[parameter]
}

func same(one, other any) bool {
	left, right := number(one), number(other)
	if left != nil && right != nil {
		return left.Cmp(right) == 0
	}
	return left == nil && right == nil && one == other
}

func (vector vector) holds(conditions object, body any) bool {
	for parameter, condition := range conditions {
		if !vector.held(parameter, condition, body) {
			return false
		}
	}
	return true
}

func (vector vector) held(parameter string, condition, body any) bool {
	value := vector.valueOf(parameter, body)
	switch wanted := condition.(type) {
	case []any:
		for _, each := range wanted {
			if same(value, each) {
				return true
			}
		}
		return false
	case object:
		size := vector.size(parameter, value, body)
		least, most := number(wanted["min"]), number(wanted["max"])
		if least == nil {
			least = zero
		}
		return size.Cmp(least) >= 0 && (most == nil || size.Cmp(most) <= 0)
	}
	return same(value, condition)
}

// The number that a parameter is, or how many references or items it has.
func (vector vector) size(parameter string, value, body any) *big.Rat {
	found, isMedia := 0, false
	for _, place := range vector.Places {
		if place.Media != "" && strings.HasPrefix(place.Path+"/", pathOf(parameter)+"/") {
			isMedia = true
			found += len(at(place.Path, body))
		}
	}
	if exact := number(value); exact != nil && !isMedia {
		return exact
	}
	if list, isList := value.([]any); isList && !isMedia {
		found = len(list)
	}
	return count(found)
}

func (vector vector) rateOf(rate, body any) *big.Rat {
	table, isTable := rate.(object)
	if !isTable {
		return number(rate)
	}
	for parameter, rates := range table {
		value, key := vector.valueOf(parameter, body), "*"
		if value != nil {
			key = fmt.Sprint(value)
		}
		chosen, has := rates.(object)[key]
		if !has {
			chosen, has = rates.(object)["*"]
		}
		if has {
			return vector.rateOf(chosen, body)
		}
	}
	return nil
}

// The request with the defaults that depend on it: of each parameter the first whose condition holds.
func (vector vector) filled(request object) object {
	body := object{}
	for parameter, value := range request {
		body[parameter] = value
	}
	for parameter, defaults := range vector.ConditionalDefaults {
		for _, each := range defaults {
			if request[parameter] == nil && vector.holds(each.When, request) {
				body[parameter] = each.Default
				break
			}
		}
	}
	return body
}

// The amounts of the lines, in millionths of a credit, or why there are none.
func (vector vector) quote(request object) ([]*big.Int, string) {
	body := vector.filled(request)
	lines := vector.Price.Lines
	for _, tier := range vector.Price.Tiers {
		if vector.holds(tier.When, body) {
			lines = tier.Lines
			break
		}
	}
	var amounts []*big.Int
	applied, costs := false, false
	for _, line := range lines {
		if !vector.holds(line.When, body) {
			continue
		}
		rate := vector.rateOf(line.Credits, body)
		if rate == nil {
			return nil, "no rate"
		}
		applied, costs = true, costs || rate.Sign() > 0
		product := new(big.Rat).Mul(rate, count(1_000_000))
		factors, isList := line.Per.([]any)
		if !isList && line.Per != nil {
			factors = []any{line.Per}
		}
		for _, factor := range factors {
			exact := vector.counted(factor, body)
			if exact == nil {
				return nil, "no quantity"
			}
			product.Mul(product, exact)
		}
		if amount := ceiling(product); amount.Sign() > 0 {
			amounts = append(amounts, amount)
		}
	}
	if len(amounts) == 0 && (!applied || costs) {
		return nil, "no line applies"
	}
	return amounts, ""
}

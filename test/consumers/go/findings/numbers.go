// Rules over numbers: what JSON Schema has no words for. Specified in section 5 of generated/docs/portable-findings.md.
package main

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/xeipuuv/gojsonschema"
)

// Whether a body keeps a rule across parameters.
func isKept(schema object, body any) bool {
	consequence, _ := schema["then"].(object)
	for keyword := range consequence {
		if strings.HasPrefix(keyword, "x-") {
			return !isKept(schema["if"].(object), body) || keepsNumbers(consequence, body)
		}
	}
	result, err := gojsonschema.Validate(gojsonschema.NewGoLoader(lowered(schema)), gojsonschema.NewGoLoader(body))
	return err == nil && result.Valid() && keepsNumbers(schema, body)
}

// Whether a body keeps the rule over numbers of a schema, if it holds one.
func keepsNumbers(schema object, body any) bool {
	stated := func(keyword string) (object, bool) {
		rule, isStated := resolved(schema[keyword], body).(object)
		return rule, isStated
	}
	if sum, isSum := stated("x-sum"); isSum {
		return inSum(sum, body)
	}
	if product, isProduct := stated("x-product"); isProduct {
		return inProduct(product, body)
	}
	if count, isCount := stated("x-count"); isCount {
		return inCount(count, body)
	}
	if order, isOrder := stated("x-order"); isOrder {
		return ascends(order, body)
	}
	return true
}

// A rule, where each number has the default that counts for the request: the first whose condition is kept.
func resolved(rule, body any) any {
	switch value := rule.(type) {
	case []any:
		items := []any{}
		for _, item := range value {
			items = append(items, resolved(item, body))
		}
		return items
	case object:
		members := object{}
		for name, member := range value {
			if name != "defaults" {
				members[name] = resolved(member, body)
			}
		}
		for _, each := range list(value["defaults"]) {
			if isKept(each.(object)["if"].(object), body) {
				members["default"] = each.(object)["default"]
				break
			}
		}
		return members
	}
	return rule
}

// The values at a path, where `*` stands for each item of a list.
func along(value any, path string, otherwise any) (found []any) {
	if path == "" {
		return []any{value}
	}
	key, rest, isInside := strings.Cut(path[1:], "/")
	if isInside {
		rest = "/" + rest
	}
	if key == "*" {
		for _, item := range list(value) {
			found = append(found, along(item, rest, otherwise)...)
		}
		return
	}
	holder, isObject := value.(object)
	inside, present := holder[key]
	switch {
	case present:
		return along(inside, rest, otherwise)
	case isObject && !isInside && otherwise != nil:
		return []any{otherwise}
	}
	return
}

// The numbers there, as their shortest decimals say them.
func numbers(body, at any) (found []*big.Rat) {
	for _, value := range along(body, at.(object)["path"].(string), at.(object)["default"]) {
		if number, isNumber := value.(float64); isNumber {
			exact, _ := new(big.Rat).SetString(strconv.FormatFloat(number, 'g', -1, 64))
			found = append(found, exact)
		}
	}
	return
}

func inSum(rule object, body any) bool {
	sum, count := new(big.Rat), 0
	for _, at := range list(rule["of"]) {
		for _, each := range numbers(body, at) {
			sum.Add(sum, each)
			count++
		}
	}
	amount, _ := sum.Float64()
	return count == 0 || isWithin(rule, amount, body)
}

func inProduct(rule object, body any) bool {
	for _, holder := range along(body, rule["in"].(string), nil) {
		product, count := big.NewRat(1, 1), 0
		for _, at := range list(rule["of"]) {
			for _, each := range numbers(holder, at) {
				product.Mul(product, each)
				count++
			}
		}
		amount, _ := product.Float64()
		if count == len(list(rule["of"])) && !isWithin(rule, amount, body) {
			return false
		}
	}
	return true
}

func inCount(rule object, body any) bool {
	count := 0
	for _, at := range list(rule["of"]) {
		for _, value := range along(body, at.(object)["path"].(string), nil) {
			if items, isList := value.([]any); isList {
				count += len(items)
			} else if value != nil {
				count++
			}
		}
	}
	return isWithin(rule, float64(count), body)
}

func isWithin(rule object, amount float64, body any) bool {
	for _, side := range []string{"minimum", "maximum"} {
		limit, isStated := rule[side].(float64)
		if at, isParameter := rule[side].(object); isParameter {
			for _, each := range numbers(body, at) {
				limit, _ = each.Float64()
				isStated = true
			}
		}
		if isStated && (side == "minimum" && amount < limit || side == "maximum" && amount > limit) {
			return false
		}
	}
	return true
}

func ascends(rule object, body any) bool {
	for _, holder := range along(body, rule["in"].(string), nil) {
		var before *big.Rat
		for _, at := range list(rule["of"]) {
			for _, each := range numbers(holder, at) {
				if before != nil && before.Cmp(each) > 0 || before != nil && before.Cmp(each) == 0 && rule["orEqual"] != true {
					return false
				}
				before = each
			}
		}
	}
	return true
}

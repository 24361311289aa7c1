import { _, Name, type Code, type CodeKeywordDefinition } from 'ajv'
import type { Deprecation, Parameter, Rule, TextClasses, UpcomingLimit } from '../../catalogue.js'
import { checkCode } from '../../kinds/index.js'
import { checkUnlessNull } from '../../kinds/nullable.js'
import { findings, type CheckContext, type Place } from '../../kinds/kind.js'
import { condition, negation } from './condition.js'
import { arrayLiteral, objectLiteral } from './literals.js'
import { numbersCode } from './numbers-code.js'
import { numbersRuleOf } from '../../rules/index.js'

/** Names a constant of the module; the same literal has the same name. */
export type Constants = CheckContext['constant']

/** The variable that holds one parameter's value. */
function variable(parameter: string): Name {
  return new Name(`$${parameter.replace(/[^A-Za-z0-9_]/g, (character) => `$${character.codePointAt(0)}$`)}`)
}

const call = (check: string): Name => new Name(check)

/** Reads the body's own parameters once, reports unknown ones, then checks each value as its kind says. */
function parameters(constant: Constants, text: TextClasses): CodeKeywordDefinition {
  return {
    keyword: 'parameters',
    schemaType: 'array',
    code({ gen, data, schema }) {
      const all = schema as Parameter[]
      gen.assign(findings, _`[]`)
      for (const { name } of all) gen.let(variable(name))
      const cases = all.reduce(
        (code, { name }) => _`${code}
  case ${name}: ${variable(name)} = ${data}[key]; break;`,
        _``,
      )
      gen.code(_`for (const key of Object.keys(${data})) switch (key) {
  case "model": break;${cases}
  default: if (${data}[key] !== undefined) ${call('unknownParameter')}(${findings}, key)
}`)
      for (const parameter of all) {
        const at: Place = { pointer: _`${parameter.name}`, value: variable(parameter.name), depth: 0 }
        gen.code(checkCode(parameter, at, { constant, variable, text }))
        for (const statement of datedChecks(parameter, at, constant))
          gen.code(checkUnlessNull(parameter, at.value, statement))
      }
    },
  }
}

/** What is accepted today and will not be for ever: a deprecated parameter, values beyond a limit of a later date. */
function datedChecks({ deprecated, upcoming = [] }: Parameter, { pointer, value }: Place, constant: Constants): Code[] {
  return [
    ...(deprecated === undefined
      ? []
      : [_`${call('deprecated')}(${findings}, ${pointer}, ${value}, ${constant(deprecationLiteral(deprecated))})`]),
    ...upcoming.map(
      (limit) => _`${call('upcoming')}(${findings}, ${pointer}, ${value}, ${constant(upcomingLiteral(limit))})`,
    ),
  ]
}

function deprecationLiteral({ source: _source, ...facts }: Deprecation): Code {
  return objectLiteral({ ...facts })
}

function upcomingLiteral({ source: _source, values, ...limits }: UpcomingLimit): Code {
  return objectLiteral({ ...limits, ...(values === undefined ? {} : { values }) })
}

/** A model that should no longer be used: one advice on every request. */
function deprecatedModel(constant: Constants): CodeKeywordDefinition {
  return {
    keyword: 'deprecatedModel',
    schemaType: 'object',
    code({ gen, schema }) {
      const facts = schema as Deprecation
      gen.code(_`${call('report')}(${findings}, "model-deprecated", "model", ${constant(deprecationLiteral(facts))})`)
    },
  }
}

/** Cross-field rules: a request that fails one breaks it and gets one finding. */
function rules(constant: Constants): CodeKeywordDefinition {
  return {
    keyword: 'rules',
    schemaType: 'array',
    code({ gen, data, schema }) {
      for (const rule of schema as Rule[]) {
        const values = rule.parameters
          .map(variable)
          .reduce((list, name, index) => (index === 0 ? _`${name}` : _`${list}, ${name}`), _``)
        const names = constant(arrayLiteral(rule.parameters))
        const { kind, rule: numbers, when } = numbersRuleOf(rule.schema) ?? {}
        if (kind === undefined || numbers === undefined)
          gen.code(
            _`if (${negation(condition(rule.schema, data, variable))}) ${call('broken')}(${findings}, ${rule.id}, ${names}, [${values}])`,
          )
        else {
          const said = _`${call(kind.check)}(${data}, ${numbersCode(numbers, constant, (when) => condition(when, data, variable))})`
          const report = _`${call('brokenNumbers')}(${findings}, ${rule.id}, ${names}, [${values}], ${said})`
          gen.code(when === undefined ? report : _`if (${condition(when, data, variable)}) ${report}`)
        }
      }
    },
  }
}

/** The vocabulary that a model is compiled from, in the order in which a request is checked. */
export function createKeywords(constant: Constants, text: TextClasses): CodeKeywordDefinition[] {
  return [parameters(constant, text), deprecatedModel(constant), rules(constant)]
}

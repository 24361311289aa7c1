// Made by the generator from spec/. Do not edit.
import { formatPlace, formatValue } from './format.js';
import { render } from './render.js';
import { slotsOf } from './slots.js';
/** The message of one finding: where, what is wrong, what is allowed. The rule's ID where the language has no text for it. */
export function messageOf({ rule, params }, mistake, suggestion, language) {
    const { facts, steps } = mistake;
    const modelRule = Object.hasOwn(facts.rules, rule) ? facts.rules[rule] : undefined;
    if (modelRule === undefined) {
        const alternatives = language.rules[rule] ?? [rule];
        return `${formatPlace(steps)}${language.colon}${render(alternatives, slotsOf(rule, mistake, suggestion), language)}`;
    }
    // A rule that asks for one of several parameters is broken by none of them: its finding is at the first.
    const taking = Array.isArray(params.parameters) ? params.parameters : [];
    const place = taking.length > 0 ? taking.map(formatValue).join(', ') : formatPlace(steps);
    // A rule over numbers says which numbers, and what they come to.
    const text = typeof params.text === 'string' ? language.texts[params.text] : undefined;
    const message = text === undefined ? modelRule.message[language.code] : render(text, params, language);
    return `${place}${language.colon}${message}`;
}

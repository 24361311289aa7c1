// Made by the generator from spec/. Do not edit.
import { codePoints, formatValue } from './format.js';
import { listed } from './listed.js';
import { allowedBy } from './mistake.js';
import { acceptsAssets, rejectedForm } from './reference-forms.js';
import { nameMeant, renamedTo } from './suggest.js';
import { tokenRange } from './tokens.js';
/** What the message of a finding is filled with: what the validator reports, the value, what is accepted, and what follows from them. */
export function slotsOf(rule, mistake, suggestion) {
    const { model, params, value, accepted } = mistake;
    return {
        ...params,
        model,
        value,
        accepted: accepted?.phrase ?? { en: 'a value', zh: '值' },
        ...present({ suggestion }),
        ...(rule.startsWith('prompt-') ? one('actual', params.actual) : {}),
        ...present(derived[rule]?.(mistake, suggestion) ?? {}),
    };
}
/** A slot that only chooses between alternatives. */
const flag = (isSet) => (isSet ? '' : undefined);
/** A count under a second name where it is one, for languages that then use another word. */
function one(slot, count) {
    return count === 1 ? { [`${slot}One`]: count } : {};
}
const items = ({ value }) => {
    const count = typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
    return { items: count, ...one('items', count) };
};
const bound = ({ params }) => (params.exclusive === true ? { exclusiveLimit: params.limit } : {});
const announced = ({ accepted, params, value }) => ({
    ...(Array.isArray(params.allowed) ? listed(params.allowed, value, accepted) : {}),
    measure: Array.isArray(value) ? 'items' : typeof value === 'string' ? 'characters' : 'number',
});
const derived = {
    required: ({ accepted }, suggestion) => ({
        example: suggestion === undefined || formatValue(suggestion) === accepted?.phrase.en ? undefined : suggestion,
    }),
    null: ({ accepted }) => ({ acceptedRequired: accepted?.required === true ? accepted.phrase : undefined }),
    enum(mistake, suggestion) {
        const allowed = allowedBy(mistake);
        return {
            ...listed(allowed, mistake.value, mistake.accepted),
            meant: allowed.length > 1 ? suggestion : undefined,
        };
    },
    'value-unlisted': ({ accepted, value }, suggestion) => ({
        ...listed(accepted?.list?.values ?? [], value, { options: accepted?.options }),
        meant: suggestion,
    }),
    minimum: bound,
    maximum: bound,
    'min-length': ({ params, value }) => ({ empty: flag(value === ''), ...one('limit', params.limit) }),
    'max-length': ({ value }) => ({ length: codePoints(value) }),
    'min-items': items,
    'max-items': items,
    'media-reference'({ params, value }) {
        const form = rejectedForm(value, params.accepts);
        return {
            asset: flag(form === 'asset'),
            data: flag(form === 'data'),
            assetForm: acceptsAssets(params.accepts) ? 'assetId://{id}' : undefined,
        };
    },
    'media-base64': ({ accepted }) => ({ contradicted: flag(accepted?.contradicted?.includes('data') === true) }),
    'unknown-parameter'(mistake) {
        const renamed = renamedTo(mistake);
        const meant = renamed === undefined ? nameMeant(mistake) : undefined;
        return {
            ...listed(Object.keys(mistake.siblings), formatValue(mistake.params.parameter)),
            renamed,
            meant,
            present: flag(mistake.used.has(renamed ?? meant ?? '')),
        };
    },
    'limit-upcoming': announced,
    'limit-effective': announced,
    'prompt-token'(mistake) {
        const [firstToken, lastToken] = tokenRange(mistake, formatValue(mistake.params.token)) ?? [];
        return { firstToken, lastToken, ...one('attached', mistake.params.attached) };
    },
};
function present(slots) {
    return Object.fromEntries(Object.entries(slots).filter(([, value]) => value !== undefined));
}

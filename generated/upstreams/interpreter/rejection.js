// Made by the generator from spec/. Do not edit.
const longestQuote = 60;
/** The rejection of one value by an upstream. */
export function rejection(title, parameter, value, reason, item) {
    // Of a long text no more than can be shown.
    const quoted = JSON.stringify(typeof value === 'string' ? value.slice(0, longestQuote) : value);
    const shown = quoted.length > longestQuote ? `${quoted.slice(0, longestQuote - 1)}…` : quoted;
    return {
        rule: 'upstream-unsupported',
        path: `/${parameter}${item === undefined ? '' : `/${item}`}`,
        parameter,
        value,
        reason,
        message: `${parameter}: ${title} does not accept ${shown}: ${reason}`,
    };
}
/** The rejection of a request that leaves open what an upstream needs. */
export function missing(title, parameter, reason) {
    const message = `${parameter}: ${title} needs it: ${reason}`;
    return { rule: 'upstream-unsupported', path: `/${parameter}`, parameter, value: null, reason, message };
}

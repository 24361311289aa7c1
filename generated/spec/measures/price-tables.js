// Made by the generator from spec/. Do not edit.
/** The parameters by whose values a price has tables or conditions, each once. */
export function rateTablesOf({ lines, tiers = [] }) {
    const all = [...lines, ...tiers.flatMap((tier) => tier.lines)];
    const conditions = [...tiers.map(({ when }) => when), ...all.flatMap(({ when }) => when ?? [])];
    return [
        ...new Set([
            ...all.flatMap(({ credits }) => tablesOf(credits)),
            ...conditions.flatMap((when) => Object.keys(when)),
        ]),
    ];
}
/** Every combination of values that a line has a rate for, with that rate: the rows of a table of prices. */
export function ratesOf({ credits, }) {
    if (typeof credits === 'number')
        return [{ values: [], credits }];
    return Object.entries(credits).flatMap(([parameter, table]) => Object.entries(table).flatMap(([value, rate]) => ratesOf({ credits: rate }).map((row) => ({ ...row, values: [[parameter, value], ...row.values] }))));
}
function tablesOf(rate) {
    if (typeof rate === 'number')
        return [];
    return Object.entries(rate).flatMap(([parameter, table]) => [parameter, ...Object.values(table).flatMap(tablesOf)]);
}

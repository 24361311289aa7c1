// Made by the generator from spec/. Do not edit.
const known = new WeakMap();
/** The rows of an operation for one model, in which rows of quantities name the parameters by which it states them. */
export function rowsFor(operation, facts) {
    if (facts.outputs === undefined)
        return operation.rows;
    const ofModel = known.get(facts) ?? new WeakMap();
    known.set(facts, ofModel);
    const before = ofModel.get(operation);
    if (before !== undefined)
        return before;
    const rows = operation.rows.map((row) => ownRow(row, facts));
    ofModel.set(operation, rows);
    return rows;
}
function ownRow(row, { outputs }) {
    const { from } = row;
    if (from.kind !== 'parameter' || from.quantity === undefined || outputs === undefined)
        return row;
    return { ...row, from: { ...from, name: outputs } };
}

// Made by the generator from spec/. Do not edit.
/**
 * The first and last token of the sort of `token` that the model knows, such as `@图片1` and `@图片9`; undefined when
 * `token` is between them, so that attaching the item it names would be right.
 */
export function tokenRange({ accepted }, token) {
    const prefix = token.replace(/\d+$/, '');
    const number = Number(token.slice(prefix.length));
    const sort = accepted?.tokens?.find((each) => each.prefix === prefix);
    if (sort === undefined || (number >= sort.from && number <= sort.to))
        return undefined;
    return [`${prefix}${sort.from}`, `${prefix}${sort.to}`];
}

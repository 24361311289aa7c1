// Made by the generator from spec/. Do not edit.
/**
 * The members of an object, and of a union those of all its forms, each name once: what a member counts as is alike in every
 * form that has it. None for a parameter of another kind.
 */
export function membersOf(parameter) {
    if (parameter.kind === 'object')
        return parameter.members;
    if (parameter.kind !== 'union')
        return [];
    const members = new Map([[parameter.tag.name, parameter.tag]]);
    for (const member of parameter.variants.flatMap((variant) => variant.members))
        if (!members.has(member.name))
            members.set(member.name, member);
    return [...members.values()];
}
/** The form that a value is of, by its tag; none where it says none. */
export function variantOf({ tag, variants }, value) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, tag.name))
        return [];
    return variants.filter(({ name }) => name === value[tag.name]);
}

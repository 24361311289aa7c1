// Made by the generator from spec/. Do not edit.
/** Whether a token is a signature over one request. */
export function signs(recipe) {
    return recipe !== undefined && 'service' in recipe;
}

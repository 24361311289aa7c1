// Made by the generator from spec/. Do not edit.
import { membersOf } from './members.js';
import { anyName } from './places.js';
/**
 * Where references to files can stand in a request with these parameters, in their order: also inside objects, lists and
 * maps, and below what the interface does not show.
 */
export function fileParametersOf(parameters) {
    return parameters.flatMap((parameter) => inside(parameter, `/${parameter.name}`, 1));
}
/** Those of them whose type of file is known. */
export function mediaParametersOf(parameters) {
    return fileParametersOf(parameters).flatMap(({ parameter, ...place }) => parameter.kind === 'media' ? [{ ...place, parameter }] : []);
}
function inside(parameter, path, times) {
    switch (parameter.kind) {
        case 'media': {
            const { single, maxItems } = parameter;
            return [{ path: single ? path : `${path}/*`, parameter, most: maxItems * times }];
        }
        case 'object':
        case 'union':
            return membersOf(parameter).flatMap((member) => inside(member, `${path}/${member.name}`, times));
        case 'list':
            return inside(parameter.items, `${path}/*`, times * (parameter.maxItems ?? Infinity));
        case 'map':
            return inside(parameter.values, `${path}/${anyName}`, times * (parameter.maxProperties ?? Infinity));
        case 'array':
            return [{ path: `${path}/**`, parameter, most: Infinity }];
        default:
            return [];
    }
}

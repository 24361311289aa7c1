// Made by the generator from spec/. Do not edit.
import { membersOf } from './members.js';
import { anyName, stepOf } from './places.js';
/** Every place of parameters, each before what is inside it. A member of several forms of an object is there once. */
export function placesOf(parameters) {
    return parameters.flatMap((parameter) => placesIn(parameter, `/${stepOf(parameter.name)}`));
}
function placesIn(parameter, path) {
    const inside = parameter.kind === 'list'
        ? placesIn(parameter.items, `${path}/*`)
        : parameter.kind === 'map'
            ? placesIn(parameter.values, `${path}/${anyName}`)
            : membersOf(parameter).flatMap((member) => placesIn(member, `${path}/${stepOf(member.name)}`));
    return [{ path, parameter }, ...inside];
}

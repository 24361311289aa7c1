// Made by the generator from spec/. Do not edit.
import type { Json, Path } from './json.js';
/** A part of a request path: fixed text, or one of the values known by then. `name`: an ID whose slashes stay. */
export type PathPart = string | {
    variable: 'id' | 'name' | 'model' | 'app';
};
export interface Request {
    method: 'GET' | 'POST' | 'PUT' | 'DELETE';
    path: PathPart[];
    /** Headers of its own, by their names; absent: it has none. */
    headers?: {
        [name: string]: PathPart[];
    };
}
/** A member of the body of a request about a task. */
export interface BodyMember {
    to: Path;
    from: {
        kind: 'id' | 'model';
    } | {
        kind: 'constant';
        value: Json;
    };
}

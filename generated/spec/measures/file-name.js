// Made by the generator from spec/. Do not edit.
/**
 * A Model ID as it stands in names of files, in addresses and in import paths: `vendor/model:v2` as `vendor~model~~v2`, of
 * characters that neither a file system nor an address treats in a special way. Each part of an ID begins with a letter or
 * a digit, so every ID has a name of its own.
 */
export function fileNameOf(id) {
    return id.replaceAll(':', '~~').replaceAll('/', '~');
}
/** The Model ID of such a name. */
export function idOfFileName(name) {
    return name.replaceAll('~~', ':').replaceAll('~', '/');
}

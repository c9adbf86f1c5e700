/** Checks the names that bundled code takes out of files that it imports when it needs them. */

/** `const {a,b:c}=await import("./file.mjs")`, `(await import("./file.mjs")).a`, or an import without names. */
const dynamicImport = /(?:\{([^{}]*)\}=)?await import\("\.\/([^"]+)"\)(?:\)\.([\w$]+))?/g

/**
 * Returns the names that code takes out of files without such an export, as `file: name`. In a bundle, a CommonJS package has only
 * `default`, while Node also finds its names: code that works from its sources would fail when it is first needed.
 */
export function findMissingNames(
  code: string,
  exportsByFile: ReadonlyMap<string, readonly string[]>,
): string[] {
  return [...code.matchAll(dynamicImport)].flatMap(([, names = '', file = '', member]) => {
    const taken = [...names.split(','), member ?? ''].map((name) => (name.split(':')[0] ?? '').trim())
    const exported = exportsByFile.get(file) ?? []
    return taken.filter((name) => name !== '' && !exported.includes(name)).map((name) => `${file}: ${name}`)
  })
}

/** Checks the names that bundled code takes out of files that it imports when it needs them. */

/** `const {a,b:c}=await import("./file.mjs")`, `(await import("./file.mjs")).a`, or an import in another form, whose names are not read. */
const dynamicImport = /(?:\{([^{}]*)\}=await )?import\("\.\/([^"]+)"\)(?:\)\.([\w$]+))?/g

/**
 * Returns the names that code takes out of files without such an export, as `file: name`. In a bundle, a CommonJS package has only
 * `default`, while Node also finds its names: code that works from its sources would fail when it is first needed. So it is imported in a
 * form that names `default`.
 */
export function findMissingNames(
  code: string,
  exportsByFile: ReadonlyMap<string, readonly string[]>,
): string[] {
  return [...code.matchAll(dynamicImport)].flatMap(([, names = '', file = '', member]) => {
    const taken = [...names.split(','), member ?? '']
      .map((name) => (name.split(':')[0] ?? '').trim())
      .filter((name) => name !== '')
    const exported = exportsByFile.get(file) ?? []
    if (taken.length === 0 && exported.join() === 'default') return [`${file}: names that are not read here`]
    return taken.filter((name) => !exported.includes(name)).map((name) => `${file}: ${name}`)
  })
}

interface Sheet {
  nodes: object[]
  removeAll(): unknown
  append(node: unknown): unknown
}

interface FontFace {
  remove(): void
  toString(): string
  walkDecls(property: string, change: (line: { value: string }) => void): void
}

/** Removes fonts that a product in Spanish does not use, and puts the style sheets of the product into layers, so that utilities win. */
export const ownStyles = {
  postcssPlugin: 'own-styles',
  OnceExit(sheet: Sheet, { result, atRule }: Helpers) {
    const file = result.opts.from ?? ''
    const layer = layers.find(([pattern]) => pattern.test(file))?.[1]
    if (layer === undefined) return
    const nodes = [...sheet.nodes]
    sheet.removeAll()
    // Sheets arrive in any order, so each states that of the layers.
    sheet.append(atRule({ name: 'layer', params: order }))
    sheet.append(atRule({ name: 'layer', params: layer, nodes }))
  },
  AtRule: {
    'font-face': (face: FontFace) => {
      if (face.toString().includes('vietnamese')) face.remove()
      // A preloaded font has mostly arrived by the first paint; `swap` would not wait for it.
      else
        face.walkDecls('font-display', (line) => {
          line.value = 'fallback'
        })
    },
  },
}

interface Helpers {
  result: { opts: { from?: string } }
  atRule(options: unknown): unknown
}

const order = 'theme, base, modules, components, utilities'

/** The layers of style sheets that are not written with utilities. */
const layers: [RegExp, string][] = [
  [/\.module\.css/, 'modules'],
  [/\/styles\/(portal|tokens)\.css/, 'base'],
]

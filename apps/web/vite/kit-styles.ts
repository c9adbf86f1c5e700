/** Holds the list of Mantine's style sheets to the parts that the application uses. */
import type { Plugin } from 'vite'

const sheet = /\/@mantine\/core\/styles\/([A-Z]\w+)\.layer\.css$/
const part = /\/@mantine\/core\/esm\/.*\/([A-Z]\w+)\.module\.mjs$/

const namesOf = (ids: Iterable<string>, pattern: RegExp) =>
  new Set([...ids].flatMap((id) => pattern.exec(id)?.[1] ?? []))

/** Refuses a build in which a part of Mantine would come without its styles, or styles without their part. */
export function kitStyles(): Plugin {
  return {
    name: 'kit-styles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const rendered = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk'
          ? Object.entries(file.modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? id : []))
          : [],
      )
      const used = namesOf(rendered, part)
      const styled = namesOf(this.getModuleIds(), sheet)
      const missing = [...used].filter((name) => !styled.has(name))
      const idle = [...styled].filter((name) => !used.has(name))
      if (missing.length + idle.length > 0)
        throw new Error(
          `src/app/styles/mantine.ts: missing styles of ${missing.join(', ') || 'none'}; of no use ${idle.join(', ') || 'none'}`,
        )
    },
  }
}

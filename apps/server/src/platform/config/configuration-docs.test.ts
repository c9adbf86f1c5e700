/** Writes the list of variables for operators. After a change of `variables.ts`, `npx vitest run -u` with this file renews both pages. */
import { expect, test } from 'vitest'
import { secretVariables, variables } from './variables.ts'

const root = new URL('../../../../../', import.meta.url)

const writeMarkdown = () => `# Configuration

<!-- Generated from apps/server/src/platform/config/variables.ts. Change it there. -->

Set environment variables; [\`.env.example\`](../../.env.example) has the same list. A wrong value stops the start with one line that names the
variable. [Unsafe settings stop a start in production](../operations.md#settings-that-prevent-a-start-in-production).

| variable | default | meaning |
|---|---|---|
${Object.entries(variables)
  .map(([name, { fallback, meaning }]) => `| \`${name}\` | ${fallback && `\`${fallback}\``} | ${meaning} |`)
  .join('\n')
  .replaceAll('|  |', '| — |')}

A secret can be read from a file: set \`NAME_FILE=/run/secrets/name\`. This works for these variables:

${secretVariables.map((name) => `- \`${name}\``).join('\n')}
`

const quote = (value: string) => (/[ {}$]/.test(value) ? `"${value}"` : value)

const writeExample =
  () => `# Configuration of Mi Portal. A variable that is absent has the value shown here. Put values with spaces in double quotes:
# systemd, \`node --env-file=FILE\` and a shell (\`set -a; . FILE\`) then read the same value.

${Object.entries(variables)
  .map(([name, { fallback, meaning }]) => `# ${meaning.replaceAll('`', '')}\n#${name}=${quote(fallback)}\n`)
  .join('\n')}`

test('the operators’ page lists every variable with its default and its meaning', async () => {
  await expect(writeMarkdown()).toMatchFileSnapshot(
    new URL('docs/operations/configuration.md', root).pathname,
  )
})

test('.env.example lists every variable with its default', async () => {
  await expect(writeExample()).toMatchFileSnapshot(new URL('.env.example', root).pathname)
})

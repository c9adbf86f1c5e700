import { fail } from './command-line.ts'
import { commands } from './command-list.ts'
import { withInstallation } from './installation.ts'

const width = Math.max(...Object.keys(commands).map((name) => name.length))

const usage = `npm run portal -- COMMAND …

${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`)
  .join('\n')}

Each command describes itself: npm run portal -- COMMAND --help. In an installation without the sources the same commands are
node dist/server/portal.mjs COMMAND. They read the environment of the server, and the file .env of the present folder.`

export async function runCommandLine([name, ...args]: readonly string[]): Promise<void> {
  if (name === undefined || name === '--help') {
    process.stdout.write(`${usage}\n`)
    return
  }
  const command = Object.entries(commands).find(([known]) => known === name)?.[1]
  if (command === undefined) fail(`There is no command ${name}.\n\n${usage}`)
  const runCommand = async () => (await command.load()).run(args)
  const place = args.includes('--help') ? 'nothing' : command.getPlace(args)
  await (place === 'nothing' ? runCommand() : withInstallation(place, runCommand))
}

/** Builds a Dockerfile without Docker: runs its commands in empty folders, one for each stage. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { type Copy, DockerfileParser, type From, type Instruction } from 'dockerfile-ast'

type Stage = {
  readonly name: string
  readonly base: string
  /** The folder that represents `/`. */
  readonly folder: string
  workdir: string
  readonly environment: Record<string, string>
  user?: string
  command?: readonly string[]
  healthCheck?: readonly string[]
}

type Build = {
  readonly context: string
  readonly path: string
  /** Returns whether a file of the context is sent to the build. */
  readonly sent: (path: string) => boolean
  readonly stages: Map<string, Stage>
}

/** The effect of each instruction on its stage. */
const effects: Record<string, (stage: Stage, words: string, instruction: Instruction, build: Build) => void> =
  {
    COPY: (stage, words, instruction, { context, stages, sent }) => {
      const [flag] = (instruction as Copy).getFlags()
      const from = flag ? stages.get(flag.getValue() ?? '')?.folder : context
      if (!from) throw new Error(`there is no stage ${flag?.getValue()}`)
      copy(words.split(' '), from, stage, flag ? () => true : sent)
    },
    RUN: (stage, words, _instruction, { path }) => {
      // The test runner sets NODE_ENV=test, with which packages would provide other files than in the image.
      const { NODE_ENV: _env, ...inherited } = process.env
      const { status, stdout, stderr } = spawnSync('sh', ['-c', words], {
        cwd: join(stage.folder, stage.workdir),
        // Uses npm's cache, so that packages are not downloaded again.
        env: { ...inherited, npm_config_prefer_offline: 'true', PATH: path, ...stage.environment },
        encoding: 'utf8',
      })
      if (status !== 0) throw new Error(`${words}\n${stdout}\n${stderr}`)
    },
    WORKDIR: (stage, words) => {
      stage.workdir = words
      mkdirSync(join(stage.folder, words), { recursive: true })
    },
    ENV: (stage, words) => {
      Object.assign(stage.environment, Object.fromEntries(words.split(' ').map((pair) => pair.split('='))))
    },
    USER: (stage, words) => {
      stage.user = words
    },
    CMD: (stage, words) => {
      stage.command = JSON.parse(words)
    },
    HEALTHCHECK: (stage, words) => {
      stage.healthCheck = JSON.parse(words.slice(words.indexOf('[')))
    },
    EXPOSE: () => {},
    ENTRYPOINT: (_stage, words) => {
      if (words !== '[]') throw new Error('what is started stands in CMD alone')
    },
  }

/**
 * Builds the Dockerfile of `context` below `scratch`. Its commands run with this process's environment and `path` as their PATH. Throws
 * if a command fails, if an instruction is unknown, or if the image has no command, user or health check.
 */
export function buildImage(context: string, scratch: string, path: string) {
  const build: Build = { context, path, sent: sentFiles(context), stages: new Map() }
  let stage: Stage | undefined
  const dockerfile = DockerfileParser.parse(readFileSync(join(context, 'Dockerfile'), 'utf8'))
  for (const instruction of dockerfile.getInstructions()) {
    const keyword = instruction.getKeyword()
    if (keyword === 'FROM') {
      stage = begin(instruction as From, scratch)
      build.stages.set(stage.name, stage)
      continue
    }
    const act = effects[keyword]
    if (!act || !stage) throw new Error(`${keyword} is not known here`)
    act(stage, instruction.getRawArgumentsContent() ?? '', instruction, build)
  }
  const { user, command, healthCheck } = stage ?? {}
  if (!stage || !user || !command || !healthCheck) throw new Error('USER, CMD or HEALTHCHECK is missing')
  return { ...stage, user, command, healthCheck }
}

function begin(from: From, scratch: string): Stage {
  const name = from.getBuildStage() ?? 'image'
  const folder = join(scratch, name)
  mkdirSync(folder)
  const base = from.getImage() ?? ''
  // This machine's Node takes the place of the image's Node.
  const programs = join(folder, 'usr/local/bin')
  mkdirSync(programs, { recursive: true })
  if (base.startsWith('node:')) symlinkSync(process.execPath, join(programs, 'node'))
  return { name, folder, base, workdir: '/', environment: {} }
}

/** Copies several sources, or the content of one folder, to the last path. `keeps` decides about each path. */
function copy(words: string[], from: string, stage: Stage, keeps: (path: string) => boolean): void {
  const to = words.at(-1) ?? ''
  const workdir = to.startsWith('/') ? stage.folder : join(stage.folder, stage.workdir)
  for (const word of words.slice(0, -1)) {
    const source = join(from, word)
    const target =
      to.endsWith('/') || to === '.'
        ? join(workdir, to, word === '.' ? '' : basename(word))
        : join(workdir, to)
    cpSync(source, target, { recursive: true, verbatimSymlinks: true, filter: (path) => keeps(path) })
  }
}

/** Returns whether a path is sent to the build, by a .dockerignore that excludes everything except the paths it names. */
function sentFiles(context: string): (path: string) => boolean {
  const [everything, ...rules] = readFileSync(join(context, '.dockerignore'), 'utf8').trim().split('\n')
  if (everything !== '*') throw new Error('.dockerignore should leave everything out, then name what is sent')
  const named = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1))
  const left = rules.filter((rule) => rule.startsWith('**/')).map((rule) => rule.slice(3))
  for (const name of named) if (!existsSync(join(context, name))) throw new Error(`${name} does not exist`)
  return (path) => {
    const sent = relative(context, path)
    const isNamed = named.some((name) => `${sent}/`.startsWith(`${name}/`) || name.startsWith(`${sent}/`))
    return sent === '' || (isNamed && !sent.split('/').some((part) => left.includes(part)))
  }
}

import { type NewClinic, newClinic } from '@mi-portal/contract/clinic/administration'
import * as z from 'zod/mini'
import { newPackage, readTemplate } from '../../modules/clinic/package/new-package.ts'
import { writePackageFolder } from '../../modules/clinic/package/package-files.ts'
import { createPrompt, fail, readPath } from '../command-line.ts'

const questions = [
  ['clinic', 'Nombre de la clínica'],
  ['product', 'Nombre del portal'],
  ['email', 'Correo de atención a pacientes'],
  ['phone', 'Teléfono de la mesa central'],
  ['site', 'Nombre de la primera sede'],
  ['address', 'Dirección de la sede'],
  ['commune', 'Código de la comuna (CUT), por ejemplo 13123'],
  ['results-from', 'Primera fecha de los resultados que se muestran (AAAA-MM-DD)'],
] as const

type QuestionName = (typeof questions)[number][0]

function describeQuestion(field: PropertyKey | undefined): string {
  const name = field === 'brand' ? 'clinic' : String(field).replace('_', '-')
  const question = questions.find(([option]) => option === name)
  return question === undefined ? name : `${question[1]} (--${name})`
}

const usage = `npm run portal -- clinic:new FOLDER [options]

${questions.map(([name, question]) => `  --${name.padEnd(12)} ${question}`).join('\n')}

Writes a clinic package with one site into a new or empty folder. It asks for what is not given. The package has lists that most
clinics share and no clinical content. docs/clinic-package.md describes the files; npm run portal -- clinic:check finds errors in them.`

async function readAnswers(given: Readonly<Partial<Record<QuestionName, string>>>): Promise<NewClinic> {
  const { ask, close } = createPrompt()
  try {
    const answers = new Map<QuestionName, string>()
    for (const [name, question] of questions) answers.set(name, (given[name] ?? (await ask(question))).trim())
    const answer = (name: QuestionName) => answers.get(name) ?? ''
    return {
      brand: answer('clinic'),
      product: answer('product'),
      email: answer('email'),
      phone: answer('phone'),
      site: answer('site'),
      address: answer('address'),
      commune: Number(answer('commune')),
      results_from: answer('results-from'),
    }
  } finally {
    close()
  }
}

export async function run(args: readonly string[]): Promise<void> {
  const { path: folder, values } = readPath(usage, args, {
    clinic: { type: 'string' },
    product: { type: 'string' },
    email: { type: 'string' },
    phone: { type: 'string' },
    site: { type: 'string' },
    address: { type: 'string' },
    commune: { type: 'string' },
    'results-from': { type: 'string' },
  })
  const template = await readTemplate()
  const answers = z.safeParse(newClinic, await readAnswers(values))
  if (!answers.success) {
    const errors = answers.error.issues.map(({ path, message }) => `${describeQuestion(path[0])}: ${message}`)
    fail([...new Set(errors), 'No se escribió nada.'].join('\n'))
  }
  writePackageFolder(folder, newPackage(answers.data, template))
  process.stdout.write(
    `Paquete escrito en ${folder}. Complétalo y revísalo con: npm run portal -- clinic:check ${folder}\n`,
  )
}

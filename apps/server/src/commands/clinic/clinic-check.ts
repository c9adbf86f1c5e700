import type { ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'
import { toDay } from '@mi-portal/contract/values/dates'
import { readPackageFolder } from '../../modules/clinic/package/package-files.ts'
import { formatPackageError, readPackage } from '../../modules/clinic/package/read-package.ts'
import { systemClock } from '../../platform/clock.ts'
import { readPath } from '../command-line.ts'

const usage = `npm run portal -- clinic:check FOLDER

Checks the clinic package in the folder and changes nothing. Prints each error on a line, as file:line field: message (remedy), and
ends with exit code 1; without errors it prints what the package holds. docs/clinic-package.md describes the files.`

function summarize(clinic: ClinicPackage): string {
  const counts = [
    [clinic.sites.length, 'sede', 'sedes'],
    [clinic.bookingGroups.length, 'grupo de reserva', 'grupos de reserva'],
    [clinic.specialties.length, 'especialidad', 'especialidades'],
    [clinic.exams.length, 'examen', 'exámenes'],
    [clinic.procedures.length, 'procedimiento', 'procedimientos'],
    [clinic.preparations.length, 'preparación', 'preparaciones'],
    [clinic.questionnaires.length, 'encuesta', 'encuestas'],
    [clinic.laboratoryAnalytes.length, 'prueba de laboratorio', 'pruebas de laboratorio'],
    [clinic.insurers.length, 'previsión', 'previsiones'],
    [clinic.legalTexts.length, 'texto legal', 'textos legales'],
    [clinic.images.length, 'imagen', 'imágenes'],
  ] as const
  const approved = Object.keys(clinic.approvals).length
  return [
    `Sin errores: ${clinic.clinic.brand}`,
    ...counts.map(([count, one, many]) => `${count} ${count === 1 ? one : many}`),
    approved === 0
      ? 'Contenido clínico sin aprobar'
      : `Contenido clínico aprobado en ${approved} de 5 materias`,
  ].join('\n')
}

export async function run(args: readonly string[]): Promise<void> {
  const { path: folder } = readPath(usage, args, {})
  const { package: clinic, errors } = await readPackage(readPackageFolder(folder), toDay(systemClock.now()))
  if (clinic) {
    process.stdout.write(`${summarize(clinic)}\n`)
    return
  }
  const total = `${errors.length} ${errors.length === 1 ? 'error' : 'errores'}`
  process.stdout.write(`${[...errors.map(formatPackageError), total].join('\n')}\n`)
  process.exitCode = 1
}

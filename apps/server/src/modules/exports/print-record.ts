import { showDocumentWithCountry } from '@mi-portal/contract/fields/country'
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import { describeHold } from '@mi-portal/contract/results/release/result-release'
import {
  blockLines,
  containsConclusion,
  describeMissing,
  type ReportBlock,
} from '@mi-portal/contract/results/report/report-text'
import { correctionLines, statusNotice } from '@mi-portal/contract/results/result-details'
import { resultLine } from '@mi-portal/contract/results/result-line'
import { showDay, toDay } from '@mi-portal/contract/values/dates'
import { showPartialDay } from '@mi-portal/contract/values/partial-date'
import { getAppointmentStatus } from '../fhir/visits.rules.ts'
import type { CollectedRecord } from './collect-record.ts'
import { getConsentTitle, showMoment, writeLines } from './exports.rules.ts'

type Line = { readonly lead: string; readonly text: string; readonly level?: 'entry' | 'detail' }

const appointmentStates: Readonly<Record<string, string>> = {
  cancelled: ' (cancelada)',
  fulfilled: ' (atendida)',
  noshow: ' (no se presentó)',
}

type Exam = CollectedRecord['exams'][number]

function listFacts(person: CollectedRecord['person']): Line[] {
  const rows: readonly (readonly [string, string | null])[] = [
    ['Nombre', formatFullName(person)],
    ['Nombre social', person.preferred_name],
    [
      'Documento',
      showDocumentWithCountry(person.document_type_id, person.document_number, person.document_country),
    ],
    ['Fecha de nacimiento', person.date_birth === null ? null : showDay(person.date_birth)],
    ['Género', person.gender],
    ['Nacionalidad', person.nationality],
    ['Previsión', person.forecast],
    ['E-mail', person.email],
    ['E-mail por confirmar', person.email_pending],
    ['Teléfono', person.phone],
    ['Dirección', person.address],
    ['Comuna', person.commune],
    ['Región', person.region],
    ['Cuenta creada', showMoment(person.date_creation)],
  ]
  return rows.flatMap(([lead, text]) => (text ? [{ lead, text }] : []))
}

function writeEarlier({ earlier, ...measure }: Exam['measures'][number]): string[] {
  if (earlier.length === 0) return []
  return correctionLines({
    ...measure,
    earlier: earlier.map(({ replaced_at, ...one }) => ({ ...one, replaced_on: toDay(replaced_at) })),
  })
}

function writeBlock(block: ReportBlock): string {
  const lines = blockLines(block).join(' · ')
  return block.kind === 'missing'
    ? [describeMissing(block.what, true), lines].filter(Boolean).join(' ')
    : lines
}

function showTaken({ taken_at, taken_precision = 'time' }: Exam): string {
  return taken_precision === 'time' ? showMoment(taken_at) : showPartialDay(toDay(taken_at), taken_precision)
}

function writeExams(exams: readonly Exam[]): Line[] {
  return exams.flatMap((exam) => [
    {
      lead: `${showTaken(exam)}  ${exam.type_exam}`,
      text: [
        exam.attention_number && `Atención ${exam.attention_number}`,
        exam.doctor_solicite && `solicitado por ${exam.doctor_solicite}`,
        statusNotice(exam.status, exam.corrected_at && showDay(toDay(exam.corrected_at)))?.lead,
      ]
        .filter(Boolean)
        .join(', '),
    },
    ...(exam.hold
      ? [
          {
            lead: 'Resultado aún no disponible',
            text: `${describeHold(exam.hold)}.`,
            level: 'detail' as const,
          },
        ]
      : []),
    ...exam.report_text.map((block) => ({
      lead: block.kind === 'heading' ? block.text : 'Informe',
      text: block.kind === 'heading' ? '' : writeBlock(block),
      level: 'detail' as const,
    })),
    ...(exam.conclusion === null || containsConclusion(exam.report_text, exam.conclusion)
      ? []
      : [{ lead: 'Conclusión', text: exam.conclusion, level: 'detail' as const }]),
    ...exam.measures.map((measure) => ({
      lead: measure.name,
      text: [resultLine(measure.reported), ...writeEarlier(measure)].join(' · '),
      level: 'detail' as const,
    })),
  ])
}

export function printRecord(
  record: CollectedRecord,
  branding: {
    readonly product: string
    readonly brand: string
  },
) {
  const none = 'No hay registros.'
  const { person } = record
  const own = (title: string, lines: readonly Line[]) => ({ title, lines, none })
  return {
    title: `Datos personales de ${formatFullName(person)}`,
    author: `${branding.product}, ${branding.brand}`,
    madeAt: record.at,
    notes: [
      `Copia de los datos que tiene ${branding.product}, hecha el ${showMoment(record.at)} (hora de Chile continental).`,
      ...(record.withoutReserved ? ['No incluye lo que la ley reserva a la persona adolescente.'] : []),
      ...(record.exams.some(({ hold }) => hold)
        ? [
            'Algunos resultados aún no están disponibles en el portal: la copia los nombra y dice desde cuándo se ven. Puedes pedir copia de ellos a la clínica en «Mis datos personales».',
          ]
        : []),
      ...(record.exams.some(({ accession_number }) => accession_number)
        ? [
            'Las imágenes de los exámenes no vienen en la copia: si un examen las tiene, se descargan en el portal, en «Imágenes».',
          ]
        : []),
      ...(record.isPassport ? ['Los exámenes de imágenes y procedimientos se piden en la clínica.'] : []),
      'Los documentos de los exámenes y los archivos de las solicitudes van completos en el archivo para otros sistemas (FHIR). Este documento no está firmado.',
    ],
    sections: [
      own('Datos de la persona', listFacts(person)),
      own(
        'Grupo familiar',
        record.relatives.map((relative) => ({
          lead: formatFullName(relative),
          text: relative.is_member ? relative.name : (relative.inverse ?? relative.name),
        })),
      ),
      ...(record.isOwn
        ? [
            own(
              'Consentimientos',
              record.consents.map(({ kind, version, given_at, withdrawn_at }) => ({
                lead: getConsentTitle(kind),
                text: `versión ${version}, aceptada el ${showMoment(given_at)}${withdrawn_at === null ? '' : `, retirada el ${showMoment(withdrawn_at)}`}`,
              })),
            ),
          ]
        : []),
      own(
        'Horas médicas',
        record.appointments.map(({ starts_at, specialty, doctor_name, place_care, state, attendance }) => ({
          lead: showMoment(starts_at),
          text: `${specialty}, ${doctor_name}, ${place_care}${appointmentStates[getAppointmentStatus({ state, attendance })] ?? ''}`,
        })),
      ),
      own('Exámenes y resultados', writeExams(record.exams)),
      own(
        'Archivos de solicitudes',
        record.files.map(({ name, created_at }) => ({ lead: showMoment(created_at), text: name })),
      ),
      ...record.sections.map((one) => ({ title: one.title, none, lines: writeLines(one) })),
    ],
  }
}

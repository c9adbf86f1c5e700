import type { ClinicPackage, PartName } from '@mi-portal/contract/clinic/clinic-package'
import { answerPlaceholders } from '@mi-portal/contract/clinic/parts/canned-answers'
import { findUnknownPlaceholders } from '@mi-portal/contract/clinic/placeholders'
import { legalPlaceholders } from '@mi-portal/contract/legal'
import type { Contradiction } from './contradiction.rules.ts'

type Text = {
  readonly part: PartName
  readonly path: readonly (string | number)[]
  readonly text: string | undefined
  readonly known: readonly string[]
}

function listTexts({ cannedAnswers = [], legalTexts = [], resultTexts }: Partial<ClinicPackage>): Text[] {
  const { critical_advice, reserved, never_shown } = resultTexts ?? {}
  const withheld = Object.entries({ reserved, never_shown }).flatMap(([name, texts]) =>
    Object.entries(texts ?? {}).map(([field, text]) => ({
      path: [name, field],
      text,
      known: ['ageReserve'],
    })),
  )
  return [
    ...cannedAnswers.map(({ text }, index) => ({
      part: 'cannedAnswers' as const,
      path: [index, 'text'],
      text,
      known: answerPlaceholders,
    })),
    ...legalTexts.map(({ body }, index) => ({
      part: 'legalTexts' as const,
      path: [index, 'body'],
      text: body,
      known: legalPlaceholders,
    })),
    ...[{ path: ['critical_advice'], text: critical_advice, known: ['emergencyPhone'] }, ...withheld].map(
      (found) => ({ part: 'resultTexts' as const, ...found }),
    ),
  ]
}

export function findUnreplacedPlaceholders(clinic: Partial<ClinicPackage>): Contradiction[] {
  return listTexts(clinic).flatMap(({ part, path, text = '', known }) => {
    const wrong = findUnknownPlaceholders(text, known)
    return wrong === null ? [] : [{ part, path, ...wrong }]
  })
}

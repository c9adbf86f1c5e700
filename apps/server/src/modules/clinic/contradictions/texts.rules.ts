import type { ClinicPackage, PartName } from '@mi-portal/contract/clinic/clinic-package'
import { answerPlaceholders } from '@mi-portal/contract/clinic/parts/canned-answers'
import { legalSettings } from '../../legal/legal.rules.ts'
import type { Contradiction } from './contradiction.rules.ts'

const legalPlaceholders = ['product', 'brand', 'email', 'phone', ...legalSettings]

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

export function findUnknownPlaceholders(clinic: Partial<ClinicPackage>): Contradiction[] {
  return listTexts(clinic).flatMap(({ part, path, text = '', known }) => {
    const names = [...text.matchAll(/\{([^{}\s]*)\}/g)].map(([, name = '']) => name)
    const unknown = [...new Set(names)].filter((name) => !known.includes(name))
    if (unknown.length === 0) return []
    return [
      {
        part,
        path,
        message: `${unknown.map((name) => `«{${name}}»`).join(', ')} no se reemplaza en este texto`,
        remedy: `Usa solo: ${known.map((name) => `{${name}}`).join(', ')}`,
      },
    ]
  })
}

import type { ExamResults } from '@mi-portal/contract/exams/exams'
import { Notice } from '../../../ui/notice.tsx'

/** Names the results that the laboratory calls critical, and says what the patient does. */
export function CriticalResults({
  results,
  advice,
}: {
  results: ExamResults['results']
  advice: string | undefined
}) {
  const critical = results.filter(({ flag }) => flag?.critical)
  if (advice === undefined || critical.length === 0) return null
  const names = [...new Set(critical.map(({ name }) => name))].join(', ')
  return (
    <Notice
      kind="warning"
      title={critical.length === 1 ? `Resultado crítico: ${names}` : `Resultados críticos: ${names}`}
    >
      {advice}
    </Notice>
  )
}

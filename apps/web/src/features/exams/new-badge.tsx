import type { ListedExam } from '@mi-portal/contract/exams/exams'
import { StatusBadge } from '../../ui/status-badge.tsx'

/** Marks a result that the user has not opened yet; shows nothing for others. */
export function NewBadge({ exam }: { exam: Pick<ListedExam, 'is_new'> }) {
  return exam.is_new ? <StatusBadge look="accent">Nuevo</StatusBadge> : null
}

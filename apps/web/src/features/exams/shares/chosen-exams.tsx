import type { UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import { CheckBox } from '../../../ui/check-box.tsx'
import fieldClasses from '../../../ui/fields.module.css'
import { QueryContent } from '../../../ui/query-content.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { type ExamToShare, SharedExam } from './shared-exam.tsx'
import classes from './shares.module.css'

interface ChosenExamsProps {
  /** The exams of the visit. */
  query: UseQueryResult<readonly ExamToShare[]>
  /** The exams that are not shared, by their `attention_id`. */
  leftOut: readonly number[]
  error: string | undefined
  onLeaveOut(examIds: number[]): void
}

/** Lists the exams of a visit, each with a checkbox. All are chosen until the user leaves some out. */
export function ChosenExams({ query, leftOut, error, onLeaveOut }: ChosenExamsProps) {
  const errorId = useId()
  return (
    <QueryContent query={query} skeleton={<RowSkeletons count={2} />}>
      {(all) => (
        <fieldset className={classes.exams} aria-describedby={error === undefined ? undefined : errorId}>
          <legend>Exámenes que se compartirán</legend>
          {all.map((exam) => (
            <CheckBox
              key={exam.attention_id}
              checked={!leftOut.includes(exam.attention_id)}
              onChange={(isChosen) =>
                onLeaveOut(
                  isChosen
                    ? leftOut.filter((id) => id !== exam.attention_id)
                    : [...leftOut, exam.attention_id],
                )
              }
            >
              <SharedExam exam={exam} />
            </CheckBox>
          ))}
          {error !== undefined && (
            <p id={errorId} role="alert" className={fieldClasses.error}>
              {error}
            </p>
          )}
        </fieldset>
      )}
    </QueryContent>
  )
}

import type { Exam, ExamType } from '@mi-portal/contract/exams'
import { IconFlask, IconPhotoScan } from '@tabler/icons-react'
import examClasses from '../exams.module.css'
import classes from './shares.module.css'

/** An exam with its kind. */
export type ExamToShare = Exam & { type: ExamType }

/** Shows an exam with its icon, name, day and professional. It may be the label of a field. */
export function SharedExam({ exam }: { exam: ExamToShare }) {
  const Icon = exam.type === 'laboratory' ? IconFlask : IconPhotoScan
  return (
    <span className={classes.exam}>
      <span className={`${examClasses.tile} ${examClasses[exam.type]}`}>
        <Icon size={22} stroke={1.75} aria-hidden />
      </span>
      <span>
        <span className={examClasses.name}>{exam.type_exam}</span>{' '}
        <span className={examClasses.attention}>
          {exam.date} · {exam.doctor_solicite}
        </span>
      </span>
    </span>
  )
}

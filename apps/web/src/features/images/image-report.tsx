import type { Exam } from '@mi-portal/contract/exams/exams'
import { IconChevronUp, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { Layer } from '../../ui/layers/layer.tsx'
import { ExamContent } from '../exams/viewer/exam-content.tsx'
import classes from './images.module.css'

/** The report of the images at their right, on wide screens. */
export function ReportPanel({ exam }: { exam: Exam }) {
  return (
    <section
      aria-label="Informe"
      className={`page-scheme rounded-card bg-card p-4 text-body ${classes.report}`}
    >
      <p className="type-meta text-muted">Pedido por {exam.doctor_solicite}</p>
      <ExamContent exam={exam} type="imaging" onClose={ignore} />
    </section>
  )
}

const ignore = () => undefined

/** The report of the images in a sheet from the foot, on other screens. */
export function ReportSheet({ exam }: { exam: Exam }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className="page-scheme plain-button sticky bottom-0 z-10 flex min-h-16 items-center justify-between gap-4 rounded-t-card bg-card px-4 text-strong"
        onClick={() => setOpen(true)}
      >
        <span className="type-section">Informe</span>
        <IconChevronUp size={24} stroke={1.75} aria-hidden />
      </button>
      {isOpen && (
        <Layer
          label="Informe"
          onClose={close}
          className="page-scheme mb-0 max-h-[90dvh] w-full max-w-full animate-sheet rounded-t-card border-0 bg-card px-4 pt-4 pb-6"
        >
          <div className="flex items-center justify-between gap-4 pb-2">
            <p className="type-meta text-muted">Pedido por {exam.doctor_solicite}</p>
            <button
              type="button"
              className="plain-button grid size-11 flex-none place-items-center rounded-md text-muted"
              aria-label="Cerrar"
              onClick={close}
            >
              <IconX size={24} stroke={1.75} aria-hidden />
            </button>
          </div>
          <ExamContent exam={exam} type="imaging" onClose={close} />
        </Layer>
      )}
    </>
  )
}

/** The content of an exam: the viewer in a frame that has a key and no session, or a link if the exam opens as a file. */
import type { Exam, ExamType } from '@mi-portal/contract/exams/exams'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { listenToFrame } from '../../../lib/browser/frame.ts'
import { ButtonAnchor } from '../../../ui/button.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import { examAddressQuery, useReloadOpened } from '../exams.queries.ts'

interface ExamContentProps {
  exam: Exam
  type: ExamType
  onClose(): void
  /** Called with what the viewer shows. */
  onContent?(content: unknown): void
}

export function ExamContent({ exam, type, onClose, onContent }: ExamContentProps) {
  const address = useQuery(examAddressQuery(exam, type))
  useReloadOpened(exam.patient_id, type)
  return (
    <QueryContent query={address} skeleton={<BlockSkeleton height={320} />}>
      {({ url_file, viewer }) =>
        viewer === 'frame' ? (
          <ViewerFrame
            src={url_file}
            title={`Resultados de ${exam.type_exam}`}
            onClose={onClose}
            onContent={onContent}
          />
        ) : (
          <p className="py-8 text-center">
            <ButtonAnchor
              href={url_file}
              target="_blank"
              rel="noopener noreferrer"
              leftSection={<IconExternalLink size={20} stroke={1.75} aria-hidden />}
              aria-label={`Abrir ${exam.type_exam}, se abre en una pestaña nueva`}
            >
              Abrir {exam.type_exam}
            </ButtonAnchor>
          </p>
        )
      }
    </QueryContent>
  )
}

interface ViewerFrameProps {
  src: string
  title: string
  onClose(): void
  /** Called with what the viewer shows. */
  onContent?: ((content: unknown) => void) | undefined
}

/**
 * Frame that is as high as its page, so that only the dialog scrolls. Escape inside the frame closes the dialog too.
 */
function ViewerFrame({ src, title, onClose, onContent }: ViewerFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(420)
  useEffect(() => {
    if (!frame.current) return
    return listenToFrame(frame.current, (message) => {
      if (message.frame === 'close') onClose()
      else if (message.frame === 'content') onContent?.(message.content)
      else setHeight(Math.ceil(message.height))
    })
  }, [onClose, onContent])
  return <iframe ref={frame} className="block w-full border-0" src={src} title={title} style={{ height }} />
}

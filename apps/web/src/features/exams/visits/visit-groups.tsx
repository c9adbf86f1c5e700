/** Lists exams by visit: the visit as heading with what can be done with all of its exams, and below it each exam. */
import type { Exam, ExamType, ListedExam } from '@mi-portal/contract/exams'
import { describeHold } from '@mi-portal/contract/results/release/result-release'
import {
  IconEye,
  IconFileTypePdf,
  IconFlask,
  IconFolderDown,
  IconPhotoScan,
  IconShare2,
} from '@tabler/icons-react'
import { useId } from 'react'
import { formatTime } from '../../../lib/dates.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { type Column, PagedTable } from '../../../ui/paged-table.tsx'
import { PrivateBadge } from '../../private-items/private-badge.tsx'
import { PrivateControl } from '../../private-items/private-control.tsx'
import type { ExamFiles } from '../exam-files.flow.ts'
import classes from '../exams.module.css'
import { NewBadge } from '../new-badge.tsx'
import { ShowNow } from '../show-now.tsx'
import { groupByVisit, type VisitGroup } from './visits.rules.ts'

interface VisitGroupsProps {
  type: ExamType
  exams: readonly ListedExam[]
  files: ExamFiles
  stale: boolean
  onView(exam: ListedExam): unknown
  /** Shares an exam or its whole visit; absent if the user may not share. */
  onShare?: (exam: Exam, wholeVisit: boolean) => unknown
}

const imagesPath = '/dashboard/mis-examenes/imagenes/$attention_id'

const iconSize = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

export function VisitGroups(props: VisitGroupsProps) {
  return groupByVisit(props.exams).map((group) => <Visit key={group.key} {...props} group={group} />)
}

function Visit({ group, ...props }: VisitGroupsProps & { group: VisitGroup }) {
  const id = useId()
  // A result that is not visible yet can be neither downloaded nor shared.
  const visible = group.exams.find(({ hold }) => hold === null)
  const named =
    group.attention_number === ''
      ? `del ${group.date}`
      : `de la atención ${group.attention_number} del ${group.date}`
  return (
    <section aria-labelledby={id} className={classes.visit}>
      <div className={classes.visitHead}>
        <div>
          <h2 id={id}>
            {group.date} · {group.professionals.join(', ')}
          </h2>
          {group.attention_number !== '' && (
            <p className={classes.attention}>Atención {group.attention_number}</p>
          )}
        </div>
        {visible && (
          <div className={classes.visitActions}>
            <Button
              size="xs"
              variant="subtle"
              leftSection={<IconFolderDown {...iconSize} />}
              loading={props.files.isLoading(visible, 'visit')}
              aria-label={`Descargar todo lo ${named}`}
              onClick={() => props.files.run({ exam: visible, kind: 'visit' })}
            >
              Descargar todo
            </Button>
            {props.onShare && (
              <Button
                size="xs"
                variant="subtle"
                leftSection={<IconShare2 {...iconSize} />}
                aria-label={`Compartir todo lo ${named}`}
                onClick={() => props.onShare?.(visible, true)}
              >
                Compartir todo
              </Button>
            )}
          </div>
        )}
      </div>
      <PagedTable
        caption={`Exámenes ${named}`}
        cardHeading="h3"
        columns={columns(props)}
        rows={group.exams}
        rowKey={(exam) => exam.attention_id}
        stale={props.stale}
      />
    </section>
  )
}

function columns({ type, files, onView, onShare }: VisitGroupsProps): readonly Column<ListedExam>[] {
  const Icon = type === 'laboratory' ? IconFlask : IconPhotoScan
  return [
    {
      header: 'Examen',
      role: 'title',
      cell: (exam) => (
        <span className={classes.exam}>
          <span className={`${classes.tile} ${classes[type]}`}>
            <Icon size={22} stroke={1.75} aria-hidden />
          </span>
          <span>
            <span className={classes.name}>
              {exam.type_exam} <NewBadge exam={exam} /> <PrivateBadge isPrivate={exam.is_private} />
            </span>
            {exam.hold !== null && <span className={classes.attention}>{describeHold(exam.hold)}</span>}
            {exam.status === 'preliminary' && <span className={classes.attention}>Preliminar</span>}
            {exam.corrected_on !== null && (
              <span className={classes.attention}>Corregido el {exam.corrected_on}</span>
            )}
          </span>
        </span>
      ),
    },
    { header: 'Hora', oneLine: true, wideOnly: true, cell: (exam) => formatTime(exam.hour) },
    { header: 'Tipo de paciente', wideOnly: true, cell: (exam) => exam.type_patient },
    {
      header: 'Acciones',
      role: 'actions',
      align: 'right',
      oneLine: true,
      cell: (exam) =>
        exam.hold === null ? (
          <>
            <Button
              size="xs"
              variant="light"
              leftSection={<IconEye {...iconSize} />}
              loading={files.isLoading(exam, 'view')}
              aria-label={`Ver ${exam.type_exam} del ${exam.date}${type === 'imaging' ? ', se abre en una pestaña nueva' : ''}`}
              onClick={() => onView(exam)}
            >
              Ver
            </Button>
            {exam.has_images && (
              <ButtonLink
                size="xs"
                variant="light"
                to={imagesPath}
                params={{ attention_id: String(exam.attention_id) }}
                search={{ patient_id: exam.patient_id }}
                leftSection={<IconPhotoScan {...iconSize} />}
                aria-label={`Imágenes de ${exam.type_exam} del ${exam.date}`}
              >
                Imágenes
              </ButtonLink>
            )}
            {exam.has_document && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconFileTypePdf {...iconSize} />}
                loading={files.isLoading(exam, 'pdf')}
                aria-label={`PDF de ${exam.type_exam} del ${exam.date}, se abre en una pestaña nueva`}
                onClick={() => files.run({ exam, kind: 'pdf' })}
              >
                PDF
              </Button>
            )}
            {onShare && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconShare2 {...iconSize} />}
                aria-label={`Compartir ${exam.type_exam} del ${exam.date}`}
                onClick={() => onShare(exam, false)}
              >
                Compartir
              </Button>
            )}
            <PrivateControl
              item={{ kind: 'exam', attention_id: exam.attention_id, type }}
              patientId={exam.patient_id}
              isPrivate={exam.is_private}
              which={`${exam.type_exam} del ${exam.date}`}
              size="xs"
            />
          </>
        ) : (
          exam.hold.cause === 'choice' && onShare && <ShowNow exam={exam} type={type} />
        ),
    },
  ]
}

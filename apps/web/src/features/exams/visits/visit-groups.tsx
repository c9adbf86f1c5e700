/** Lists exams by visit: the visit as heading, and below it each exam as a row that opens it, with what it says in a few words. */
import type { Exam, ExamType, ListedExam } from '@mi-portal/contract/exams/exams'
import { describeHold } from '@mi-portal/contract/results/release/result-release'
import {
  IconDownload,
  IconFileTypePdf,
  IconFlask,
  IconFolderDown,
  IconPhotoScan,
  IconShare2,
} from '@tabler/icons-react'
import { formatPlannedDay, formatTime } from '../../../lib/dates.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ActionMenu, MenuButton } from '../../../ui/layers/action-menu.tsx'
import { RowList } from '../../../ui/layout/layout.tsx'
import { IconTile, NewDot, Row, RowArrow, RowButton } from '../../../ui/rows/row.tsx'
import { opensNewTab } from '../../../ui/text-link.tsx'
import { useWideScreen } from '../../../ui/wide-screen.ts'
import { PrivateBadge } from '../../private-items/private-badge.tsx'
import { usePrivateAction } from '../../private-items/private-control.tsx'
import type { ExamFiles } from '../exam-files.flow.ts'
import { NewBadge } from '../new-badge.tsx'
import { ShowNow } from '../show-now.tsx'
import { TakeawayLine } from './takeaway-line.tsx'
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

export function VisitGroups(props: VisitGroupsProps) {
  return (
    <div className={props.stale ? 'opacity-90' : undefined} aria-busy={props.stale || undefined}>
      {groupByVisit(props.exams).map((group) => (
        <Visit key={group.key} {...props} group={group} />
      ))}
    </div>
  )
}

function Visit({ group, ...props }: VisitGroupsProps & { group: VisitGroup }) {
  const { exams } = group
  const { files } = props
  // A result that is not visible yet can be neither downloaded nor shared.
  const visible = exams.filter(({ hold }) => hold === null)
  const [first] = visible
  const named =
    group.attention_number === ''
      ? `del ${group.date}`
      : `de la atención ${group.attention_number} del ${group.date}`
  const facts = [
    group.professionals.join(', '),
    [...new Set(exams.map(({ type_patient }) => type_patient))].join(', '),
  ]
  return (
    <div className="mb-6 last:mb-0">
      <div className="mb-2 flex break-after-avoid items-center justify-between gap-3 desktop:px-4">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <h2 className="type-body font-body font-strong">{formatPlannedDay(group.date)}</h2>
          {group.attention_number !== '' && (
            <p className="type-meta text-muted">Atención {group.attention_number}</p>
          )}
          <p className="type-meta text-muted">{facts.filter((fact) => fact !== '').join(' · ')}</p>
        </div>
        {first && visible.length > 1 && (
          <Button
            size="xs"
            variant="subtle"
            className="flex-none print:hidden"
            leftSection={<IconDownload size={20} stroke={1.75} aria-hidden />}
            loading={files.isLoading(first, 'visit')}
            aria-label={`Descargar los ${visible.length} exámenes ${named}`}
            onClick={() => files.run({ exam: first, kind: 'visit' })}
          >
            <span className="max-desktop:hidden">Descargar los {visible.length}</span>
          </Button>
        )}
      </div>
      <RowList aria-label={`Exámenes ${named}`}>
        {exams.map((exam) => (
          <ExamRow key={exam.attention_id} {...props} exam={exam} />
        ))}
      </RowList>
    </div>
  )
}

function ExamRow({
  exam,
  type,
  files,
  onView,
  onShare,
}: Omit<VisitGroupsProps, 'exams'> & { exam: ListedExam }) {
  const isWide = useWideScreen()
  const hour = exam.hour === '' ? null : formatTime(exam.hour)
  const takeaway =
    exam.hold === null ? (
      <TakeawayLine key="takeaway" takeaway={exam.takeaway} />
    ) : (
      <span key="takeaway">{describeHold(exam.hold)}</span>
    )
  const changed = exam.corrected_on === null ? '' : `Corregido el ${exam.corrected_on}`
  const states = [exam.status === 'preliminary' ? 'Preliminar' : '', changed].filter((state) => state !== '')
  const meta = [...(isWide ? [] : [takeaway]), ...states.map((state) => <span key={state}>{state}</span>)]
  return (
    <Row
      className="min-h-18 break-inside-avoid desktop:min-h-16"
      lead={
        <IconTile
          icon={type === 'laboratory' ? IconFlask : IconPhotoScan}
          tone={type === 'laboratory' ? 'action' : 'glaciar'}
        />
      }
      meta={meta.length > 0 && <span className="flex flex-wrap gap-x-3">{meta}</span>}
      side={
        isWide ? (
          <span className="flex items-center">
            <span className="w-[300px]">{takeaway}</span>
            <span className="type-meta w-24 text-muted">{hour}</span>
          </span>
        ) : (
          <span className="-mx-3">
            <RowArrow />
          </span>
        )
      }
      menu={<ExamActions exam={exam} type={type} files={files} onShare={onShare} />}
    >
      {exam.hold === null ? (
        <RowButton
          aria-busy={files.isLoading(exam, 'view') || undefined}
          aria-label={`Ver ${exam.type_exam} del ${exam.date}${type === 'imaging' ? opensNewTab : ''}`}
          onClick={() => onView(exam)}
        >
          {exam.type_exam}
        </RowButton>
      ) : (
        exam.type_exam
      )}{' '}
      {isWide ? <NewBadge exam={exam} /> : exam.is_new && <NewDot />}{' '}
      {!isWide && <span className="type-meta font-normal whitespace-nowrap text-muted">{hour}</span>}{' '}
      <PrivateBadge isPrivate={exam.is_private} />
    </Row>
  )
}

/** The images of an exam, and what else can be done with it. One whose result is not visible yet can only be shown now, where the patient chose to wait. */
function ExamActions({
  exam,
  type,
  files,
  onShare,
}: Pick<VisitGroupsProps, 'type' | 'files' | 'onShare'> & { exam: ListedExam }) {
  const which = `${exam.type_exam} del ${exam.date}`
  const mark = usePrivateAction({
    item: { kind: 'exam', attention_id: exam.attention_id, type },
    patientId: exam.patient_id,
    isPrivate: exam.is_private,
  })
  if (exam.hold !== null)
    return exam.hold.cause === 'choice' && onShare ? (
      <span className="relative">
        <ShowNow exam={exam} type={type} />
      </span>
    ) : null
  return (
    <>
      {exam.has_images && (
        <ButtonLink
          size="xs"
          variant="soft"
          className="relative flex-none print:hidden"
          to={imagesPath}
          params={{ attention_id: String(exam.attention_id) }}
          search={{ patient_id: exam.patient_id }}
          aria-label={`Imágenes de ${which}`}
        >
          <IconPhotoScan size={20} stroke={1.75} className="desktop:hidden" aria-hidden />
          <span className="max-desktop:hidden">Imágenes</span>
        </ButtonLink>
      )}
      <ActionMenu label={`Más acciones de ${which}`} title={exam.type_exam}>
        {onShare && (
          <MenuButton icon={IconShare2} onClick={() => onShare(exam, false)}>
            Compartir
          </MenuButton>
        )}
        {exam.has_document && (
          <MenuButton icon={IconFileTypePdf} onClick={() => files.run({ exam, kind: 'pdf' })}>
            Abrir PDF
          </MenuButton>
        )}
        <MenuButton icon={IconFolderDown} onClick={() => files.run({ exam, kind: 'visit' })}>
          Descargar toda la atención
        </MenuButton>
        {onShare && (
          <MenuButton icon={IconShare2} onClick={() => onShare(exam, true)}>
            Compartir toda la atención
          </MenuButton>
        )}
        {mark.action && (
          <MenuButton icon={mark.action.icon} onClick={mark.action.ask}>
            {mark.action.label}
          </MenuButton>
        )}
      </ActionMenu>
      {mark.dialog}
    </>
  )
}

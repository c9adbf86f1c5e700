/** The images of one exam, which fill the window, with the report beside them: it is what a doctor wrote about them. */
import { IconArrowLeft, IconDownload, IconInfoCircle, IconPhotoOff, IconShare2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { type CurrentUser, useCurrentUser } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Notice } from '../../ui/notice.tsx'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { useIsDelegated, usePersonNames } from '../people/delegated/delegated-people.queries.ts'
import { useClearRecordsExcept } from '../people/people.queries.ts'
import { RecordContent } from '../people/record-content.tsx'
import { ReportPanel, ReportSheet } from './image-report.tsx'
import { ImageViewer } from './image-viewer.tsx'
import classes from './images.module.css'
import { imagesQuery, recordAddresses, useFreshKey } from './images.queries.ts'
import { noImagesToSee, notForDiagnosis } from './images.rules.ts'
import { StudyDownloads } from './study-downloads.tsx'

const ShareExamDialog = lazyComponent(
  async () => (await import('../exams/shares/share-exam-dialog.tsx')).ShareExamDialog,
)

const exams = '/dashboard/mis-examenes/{-$id}'
const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

export function ImagesPage() {
  const user = useCurrentUser()
  return user && <Images user={user} />
}

function Images({ user }: { user: CurrentUser }) {
  const { attention_id = '0' } = useParams({ strict: false })
  const { patient_id } = useSearch({ strict: false })
  const navigate = useNavigate()
  const patientId = patient_id ?? user.id
  const query = useQuery(imagesQuery(patientId, Number(attention_id)))
  useClearRecordsExcept(patientId)
  // A delegate cannot share the exams with others.
  const mayShare = !useIsDelegated(patientId)
  const { names } = usePersonNames(patientId, { enabled: patientId !== user.id })
  const { data } = query
  const freshKey = useFreshKey(query)
  const [opened, setOpened] = useState<'share' | 'downloads'>()
  const close = () => setOpened(undefined)
  const whose = patient_id === undefined ? {} : { patient_id }
  const isWide = useMedia('(min-width: 74em)', true)
  const hasImages = data !== undefined && data.studies.length > 0
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2 desktop:px-6">
        <Link
          to={exams}
          params={{ id: 'otros-examenes' }}
          search={whose}
          className="-ml-2 flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-md px-2 text-strong no-underline hover:bg-soft"
        >
          <IconArrowLeft {...icon} />
          <span className="max-desktop:sr-only">Mis Exámenes</span>
        </Link>
        <div className={`${classes.title} desktop:border-l desktop:border-line-strong desktop:pl-4`}>
          <h1 className="type-section">{data ? data.exam.type_exam : 'Imágenes del examen'}</h1>
          <p className="type-meta text-muted">
            {[data?.exam.date, names && `de ${[names.first_name, names.last_name].filter(Boolean).join(' ')}`]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        {data && mayShare && (
          <Button
            size="sm"
            variant="text"
            leftSection={<IconShare2 {...icon} />}
            onClick={() => setOpened('share')}
          >
            <span className="max-desktop:sr-only">Compartir</span>
          </Button>
        )}
        {hasImages && (
          <Button
            size="sm"
            variant="text"
            leftSection={<IconDownload {...icon} />}
            onClick={() => setOpened('downloads')}
          >
            <span className="max-desktop:sr-only">Descargar</span>
          </Button>
        )}
      </header>
      <div className="flex-1 px-4 pb-2 wide:p-6 wide:pb-0">
        <RecordContent
          query={query}
          skeleton={<BlockSkeleton height={420} />}
          onBack={() => navigate({ to: exams, params: { id: 'otros-examenes' }, search: {} })}
        >
          {(images) => (
            <>
              {!images.is_complete && (
                <Notice kind="warning">
                  Faltan imágenes de este examen. Pide el estudio completo en la clínica.
                </Notice>
              )}
              {hasImages ? (
                <ImageViewer images={images} addresses={recordAddresses} freshKey={freshKey}>
                  {isWide && <ReportPanel exam={images.exam} />}
                </ImageViewer>
              ) : (
                <EmptyState
                  icon={IconPhotoOff}
                  title={noImagesToSee}
                  action={
                    <ButtonLink
                      variant="outline"
                      to={exams}
                      params={{ id: 'otros-examenes' }}
                      search={{ ...whose, examen: images.exam.attention_id }}
                    >
                      Ver informe
                    </ButtonLink>
                  }
                >
                  Puedes leer el informe, o pedir las imágenes en la clínica.
                </EmptyState>
              )}
            </>
          )}
        </RecordContent>
      </div>
      <p className="type-meta flex items-center justify-center gap-2 px-4 py-3 text-attention">
        <IconInfoCircle {...icon} /> {notForDiagnosis}
      </p>
      {hasImages && !isWide && <ReportSheet exam={data.exam} />}
      {data && (
        <Dialog opened={opened === 'downloads'} size={490} title="Descargar imágenes" onClose={close}>
          <StudyDownloads images={data} freshKey={freshKey} />
        </Dialog>
      )}
      {data && opened === 'share' && (
        <Suspense>
          <ShareExamDialog exam={data.exam} type="imaging" wholeVisit={false} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}

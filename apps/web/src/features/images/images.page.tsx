/** The images of one exam on a page of their own. The report stays one link away: it is what a doctor wrote about them. */
import { IconPhotoOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, linkOptions, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type CurrentUser, useCurrentUser } from '../../lib/session.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { useClearRecordsExcept } from '../people/people.queries.ts'
import { RecordContent } from '../people/record-content.tsx'
import { ImageViewer } from './image-viewer.tsx'
import { imagesQuery, recordAddresses, useFreshKey } from './images.queries.ts'
import { StudyDownloads } from './study-downloads.tsx'

const exams = '/dashboard/mis-examenes/{-$id}'

export function ImagesPage() {
  const user = useCurrentUser()
  return user && <Images user={user} />
}

function Images({ user }: { user: CurrentUser }) {
  const { attention_id = '0' } = useParams({ strict: false })
  const { patient_id } = useSearch({ strict: false })
  const navigate = useNavigate()
  const patientId = patient_id ?? user.id
  const examId = Number(attention_id)
  const query = useQuery(imagesQuery(patientId, examId))
  useClearRecordsExcept(patientId)
  const { data } = query
  const freshKey = useFreshKey(query)
  const whose = patient_id === undefined ? {} : { patient_id }
  const toReport = linkOptions({
    to: exams,
    params: { id: 'otros-examenes' },
    search: { ...whose, examen: examId },
  })
  const report = (
    <ButtonLink variant="outline" {...toReport}>
      Ver informe
    </ButtonLink>
  )
  return (
    <div className="always-dark grid grid-cols-1 gap-4 bg-page p-4 text-body max-desktop:-mx-4 desktop:rounded-card desktop:p-6">
      <BackLink to={exams} params={{ id: 'otros-examenes' }} search={whose}>
        Imágenes y procedimientos
      </BackLink>
      <PageHeading
        title={data ? `Imágenes de ${data.exam.type_exam}` : 'Imágenes del examen'}
        lead={data && `Examen del ${data.exam.date}`}
      >
        {data && report}
      </PageHeading>
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
            {images.studies.length === 0 ? (
              <EmptyState
                icon={IconPhotoOff}
                title="Este examen no tiene imágenes que puedas ver aquí"
                action={report}
              >
                Puedes leer el informe, o pedir las imágenes en la clínica.
              </EmptyState>
            ) : (
              <>
                <ImageViewer images={images} addresses={recordAddresses} freshKey={freshKey} />
                <p className="type-meta text-attention">
                  Imagen para orientar, no para diagnóstico. Lo que encontró el médico está escrito en el{' '}
                  <Link {...toReport}>informe</Link>.
                </p>
                <StudyDownloads images={images} freshKey={freshKey} />
              </>
            )}
          </>
        )}
      </RecordContent>
    </div>
  )
}

/** The photos for validating an account: each can be enlarged, and they can be compared. */
import type { User } from '@mi-portal/contract/users'
import { documentType } from '@mi-portal/contract/values/document-number'
import { IconColumns2, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import classes from './users.module.css'
import { userPhotosQuery } from './users.queries.ts'

interface Photo {
  label: string
  address: string
}

export function DocumentPhotos({ user }: { user: User }) {
  const query = useQuery(userPhotosQuery(user))
  const [opened, setOpened] = useState<readonly Photo[] | null>(null)
  const isRun = user.document_type_id === documentType.run
  const hasProfile = user.image_store_id !== null
  const has = user.image_store_passport !== null || user.image_store_passport_patient !== null
  const photos = [
    { label: isRun ? 'Frente del documento' : 'Pasaporte', address: query.data?.file_passport },
    {
      label: isRun ? 'Reverso del documento' : 'Persona con su pasaporte',
      address: query.data?.file_passport_patient,
    },
    { label: 'Fotografía de perfil', address: query.data?.file_profile },
  ].flatMap(({ label, address }) => (address ? [{ label, address }] : []))

  return (
    <section className={`portal-card ${classes.card} ${classes.photos}`} aria-labelledby="fotografias">
      <div className={classes.photosHead}>
        <h2 id="fotografias">Fotografías del documento</h2>
        {photos.length > 1 && (
          <Button
            size="xs"
            variant="light"
            leftSection={<IconColumns2 size={18} stroke={1.75} aria-hidden />}
            onClick={() => setOpened(photos)}
          >
            Comparar
          </Button>
        )}
      </div>
      <p className={classes.hint}>
        {has
          ? 'Comprueba que el número, el nombre y el rostro coincidan con los datos.'
          : 'Esta cuenta no tiene fotografías: comprueba la identidad con la persona.'}
      </p>
      {(has || hasProfile) && query.isPending && <BlockSkeleton height={240} />}
      {query.isError && <LoadError error={query.error} onRetry={query.refetch} retrying={query.isFetching} />}
      {photos.map((photo) => (
        <figure key={photo.label} className={classes.photo}>
          <img src={photo.address} alt={photo.label} />
          <button
            type="button"
            className={classes.zoom}
            aria-label={`Ampliar: ${photo.label}`}
            title="Ampliar"
            onClick={() => setOpened([photo])}
          >
            <IconZoomIn size={22} stroke={1.75} aria-hidden />
          </button>
          <figcaption>{photo.label}</figcaption>
        </figure>
      ))}
      {opened && <EnlargedPhotos photos={opened} onClose={() => setOpened(null)} />}
    </section>
  )
}

// Content that scrolls must be reachable with the keyboard.
const scrolled = { tabIndex: 0 }
const scales = [1, 1.5, 2, 3] as const

function EnlargedPhotos({ photos, onClose }: { photos: readonly Photo[]; onClose(): void }) {
  const [step, setStep] = useState(0)
  const scale = scales[step] ?? 1
  const [first] = photos
  return (
    <Dialog
      opened
      size={860}
      title={photos.length === 1 ? (first?.label ?? '') : 'Comparar fotografías'}
      onClose={onClose}
    >
      <div className={classes.zoomBar}>
        <Button
          size="sm"
          variant="default"
          leftSection={<IconZoomOut size={20} stroke={1.75} aria-hidden />}
          disabled={step === 0}
          onClick={() => setStep(step - 1)}
        >
          Alejar
        </Button>
        <Button
          size="sm"
          variant="default"
          leftSection={<IconZoomIn size={20} stroke={1.75} aria-hidden />}
          disabled={step === scales.length - 1}
          onClick={() => setStep(step + 1)}
        >
          Acercar
        </Button>
        <output aria-label="Ampliación">{Math.round(scale * 100)} %</output>
      </div>
      <div className={photos.length > 1 ? classes.compared : undefined}>
        {photos.map(({ label, address }) => (
          <figure key={label} className={classes.close}>
            <section className={classes.pane} {...scrolled} aria-label={label}>
              <img src={address} alt={label} style={{ width: `${scale * 100}%` }} />
            </section>
            {photos.length > 1 && <figcaption>{label}</figcaption>}
          </figure>
        ))}
      </div>
    </Dialog>
  )
}

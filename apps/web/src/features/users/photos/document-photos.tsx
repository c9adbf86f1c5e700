/**
 * The photos for validating an account. Each is loaded only when the reviewer asks for it, because each viewing is in the audit log.
 * Shown photos can be enlarged and compared.
 */
import type { User } from '@mi-portal/contract/users'
import { documentType } from '@mi-portal/contract/values/document-number'
import { IconColumns2, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import classes from '../users.module.css'
import { userPhotosQuery } from '../users.queries.ts'
import { HiddenPhoto } from './hidden-photo.tsx'
import { RequestedPhoto } from './requested-photo.tsx'

const photoLook =
  'relative min-w-0 m-0 [&_img]:block [&_img]:w-full [&_img]:rounded-md [&_figcaption]:mt-2 [&_figcaption]:type-meta [&_figcaption]:font-strong [&_figcaption]:text-strong'

interface Photo {
  label: string
  address: string
}

/** Returns the photos that an account has, in the order in which staff check them. */
function listPhotos(user: User) {
  const isRun = user.document_type_id === documentType.run
  const all = [
    {
      kind: 'file_passport',
      label: isRun ? 'Frente del documento' : 'Pasaporte',
      stored: user.image_store_passport,
    },
    {
      kind: 'file_passport_patient',
      label: isRun ? 'Reverso del documento' : 'Persona con su pasaporte',
      stored: user.image_store_passport_patient,
    },
    { kind: 'file_selfie', label: 'Cara de la persona', stored: user.image_store_selfie },
    { kind: 'file_profile', label: 'Fotografía de perfil', stored: user.image_store_id },
  ] as const
  return all.filter(({ stored }) => stored !== null)
}

type PhotoKind = ReturnType<typeof listPhotos>[number]['kind']

export function DocumentPhotos({ user }: { user: User }) {
  const [requested, setRequested] = useState<readonly PhotoKind[]>([])
  const query = useQuery({ ...userPhotosQuery(user), enabled: requested.length > 0 })
  const [opened, setOpened] = useState<readonly Photo[] | null>(null)
  const photos = listPhotos(user)
  const proofs = photos.filter(({ kind }) => kind !== 'file_profile')
  const unopened = proofs.filter(({ kind }) => !requested.includes(kind))
  const shown = photos.flatMap(({ kind, label }) => {
    const address = requested.includes(kind) ? query.data?.[kind] : null
    return address ? [{ kind, label, address }] : []
  })

  return (
    <section className={`portal-card ${classes.card} ${classes.photos}`} aria-labelledby="fotografias">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="fotografias">Fotografías del documento</h2>
        {shown.length > 1 && (
          <Button
            size="xs"
            variant="light"
            leftSection={<IconColumns2 size={18} stroke={1.75} aria-hidden />}
            onClick={() => setOpened(shown)}
          >
            Comparar
          </Button>
        )}
      </div>
      <p className="type-meta text-muted">
        {proofs.length > 0
          ? 'Comprueba que el número, el nombre y el rostro coincidan con los datos. Cada vez que ves una queda en el registro de accesos.'
          : 'Esta cuenta no tiene fotografías: comprueba la identidad con la persona.'}
      </p>
      {unopened.length > 0 && (
        <p className="type-meta text-muted">
          Antes de confirmar, abre {unopened.map(({ label }) => `«${label}»`).join(' y ')}.
        </p>
      )}
      {query.isError && <LoadError error={query.error} onRetry={query.refetch} retrying={query.isFetching} />}
      {photos.map(({ kind, label }) => {
        const photo = shown.find((one) => one.kind === kind)
        if (photo) return <ShownPhoto key={kind} photo={photo} onEnlarge={() => setOpened([photo])} />
        return (
          <figure key={kind} className={photoLook}>
            <HiddenPhoto
              label={label}
              loading={requested.includes(kind) && query.isFetching}
              onShow={() => setRequested([...requested, kind])}
            />
            <figcaption>{label}</figcaption>
          </figure>
        )
      })}
      {opened && <EnlargedPhotos photos={opened} onClose={() => setOpened(null)} />}
    </section>
  )
}

function ShownPhoto({ photo, onEnlarge }: { photo: Photo; onEnlarge(): void }) {
  return (
    <figure className={photoLook}>
      <RequestedPhoto address={photo.address} label={photo.label} />
      <button
        type="button"
        className="size-11 absolute top-[10px] right-[10px] grid place-items-center p-0 border-0 rounded-sm bg-card shadow-popover text-strong cursor-pointer"
        aria-label={`Ampliar: ${photo.label}`}
        title="Ampliar"
        onClick={onEnlarge}
      >
        <IconZoomIn size={22} stroke={1.75} aria-hidden />
      </button>
      <figcaption>{photo.label}</figcaption>
    </figure>
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
      <div className="flex flex-wrap items-center gap-3 mb-4">
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
      <div className={photos.length > 1 ? 'grid grid-cols-2 gap-4 max-desktop:grid-cols-1' : undefined}>
        {photos.map(({ label, address }) => (
          <figure
            key={label}
            className="relative min-w-0 m-0 [&_figcaption]:mt-2 [&_figcaption]:type-meta [&_figcaption]:font-strong [&_figcaption]:text-strong"
          >
            <section
              className="always-light max-h-[62vh] overflow-auto rounded-md bg-card [&_img]:block [&_img]:max-w-none"
              {...scrolled}
              aria-label={label}
            >
              <img src={address} alt={label} style={{ width: `${scale * 100}%` }} />
            </section>
            {photos.length > 1 && <figcaption>{label}</figcaption>}
          </figure>
        ))}
      </div>
    </Dialog>
  )
}

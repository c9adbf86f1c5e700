/** Writing an announcement, and changing one, beside what the patient will see of it. */
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { ImageField } from '../publishing/image-field.tsx'
import { type EditorProps, PublicationEditor, type Values } from '../publishing/publication-editor.tsx'
import { AudienceFields, LineField, NumberField } from '../publishing/publication-fields.tsx'
import publishing from '../publishing/publishing.module.css'
import { draftOf, judgeAd, newAd, previewOf, valuesOf } from './ad.rules.ts'
import { AdCarousel } from './ad-carousel.tsx'
import { adQuery, adsAdminKey, createAd, editAd, failedCreate, failedEdit } from './ads.queries.ts'
import classes from './ads-admin.module.css'

const list = '/admin/anuncios'

export function CreateAdPage() {
  const common = useCommon()
  return (
    <>
      <BackLink />
      <PublicationEditor
        {...common}
        target={0}
        title="Crear anuncio"
        saved={newAd}
        save={(values) => createAd(draftOf(values, null))}
        onReload={async () => undefined}
        done={{ title: '¡Creación exitosa!', text: 'El anuncio se ha creado correctamente' }}
        failed={failedCreate}
      />
    </>
  )
}

export function EditAdPage() {
  const { id = '' } = useParams({ strict: false })
  const number = /^[1-9]\d{0,8}$/.test(id) ? Number(id) : 0
  return (
    <>
      <BackLink />
      <EditAd key={number} id={number} />
    </>
  )
}

function EditAd({ id }: { id: number }) {
  const common = useCommon()
  const query = useQuery(adQuery(id))
  return (
    <Loaded query={query} skeleton={<BlockSkeleton height={420} />}>
      {(ad) => (
        <PublicationEditor
          key={ad.updated_at}
          {...common}
          target={id}
          title="Editar anuncio"
          saved={valuesOf(ad)}
          save={(values) => editAd(id, draftOf(values, ad.updated_at))}
          onReload={query.refetch}
          done={{ title: '¡Actualización exitosa!', text: 'El anuncio se ha actualizado correctamente' }}
          failed={failedEdit}
        />
      )}
    </Loaded>
  )
}

function BackLink() {
  return (
    <p className={publishing.back}>
      <TextLink to={list}>
        <IconArrowLeft size={18} stroke={1.75} aria-hidden /> Volver al administrador
      </TextLink>
    </p>
  )
}

function useCommon(): Pick<EditorProps, 'kind' | 'judge' | 'fields' | 'preview' | 'aside' | 'onBack'> {
  const navigate = useNavigate()
  const client = useQueryClient()
  return {
    kind: 'ad',
    judge: judgeAd,
    fields: (fieldOf) => (
      <section className={`portal-card ${publishing.card}`} aria-labelledby="anuncio">
        <h2 id="anuncio">Anuncio</h2>
        <ImageField label="URL de la imagen" field={fieldOf('image')} />
        <LineField
          label="Qué dice la imagen"
          description="Lo escucha quien no puede verla."
          optional
          maxLength={200}
          field={fieldOf('title')}
        />
        <LineField
          label="URL del anuncio"
          description="Una dirección https:// o una ruta del portal."
          maxLength={2000}
          field={fieldOf('url')}
        />
        <AudienceFields fieldOf={fieldOf} />
        <div className={publishing.row}>
          <NumberField label="Orden" digits={4} field={fieldOf('order_advertising')} />
        </div>
      </section>
    ),
    preview: (values) => <Previews values={values} />,
    aside: (values) => <AdPreview values={values} />,
    onBack: () => {
      void client.invalidateQueries({ queryKey: adsAdminKey })
      void navigate({ to: list })
    },
  }
}

function AdPreview({ values }: { values: Values }) {
  const ad = previewOf(values)
  if (ad === null) return <Notice kind="info">Sube una imagen para ver aquí el anuncio.</Notice>
  // Looked at, not followed.
  return (
    <div inert>
      <AdCarousel ads={[ad]} />
    </div>
  )
}

function Previews({ values }: { values: Values }) {
  return (
    <div className={classes.previews}>
      <section className={classes.desktop} aria-label="En el escritorio">
        <h2>En el escritorio</h2>
        <AdPreview values={values} />
      </section>
      <section className={classes.phone} aria-label="En el teléfono">
        <h2>En el teléfono</h2>
        <AdPreview values={values} />
      </section>
    </div>
  )
}

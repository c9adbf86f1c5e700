/** Creates or edits an advertisement, with a preview of what patients will see. */
import type { Ad } from '@mi-portal/contract/publishing/ads'
import { useQuery } from '@tanstack/react-query'
import { registrationFailed, updateFailed } from '../../../lib/explain-error.ts'
import { Notice } from '../../../ui/notice.tsx'
import { ImageField } from '../image-field.tsx'
import type { Values } from '../publication-editor.tsx'
import { AudienceFields, LineField, NumberField, PeriodFields } from '../publication-fields.tsx'
import { CreatePublication, EditPublication, type PublicationKind } from '../publication-pages.tsx'
import { emptyAd, toAdDraft, toAdPreview, toAdValues, validateAd } from './ad.rules.ts'
import { AdCarousel } from './ad-carousel.tsx'
import { adQuery, adsAdminKey, createAd, editAd } from './ads.queries.ts'

const adKind: PublicationKind<Ad> = {
  kind: 'ad',
  list: '/admin/anuncios',
  listKey: adsAdminKey,
  useOne: (id) => useQuery(adQuery(id)),
  fresh: emptyAd,
  valuesOf: toAdValues,
  create: (values) => createAd(toAdDraft(values, null)),
  edit: (id, values, readAt) => editAd(id, toAdDraft(values, readAt)),
  creating: {
    title: 'Crear anuncio',
    done: { title: '¡Creación exitosa!', text: 'El anuncio se ha creado correctamente' },
    failed: registrationFailed,
  },
  editing: {
    title: 'Editar anuncio',
    done: { title: '¡Actualización exitosa!', text: 'El anuncio se ha actualizado correctamente' },
    failed: updateFailed,
  },
  validate: validateAd,
  fields: (fieldOf) => (
    <section className="portal-card grid gap-4 px-6 pt-4 pb-6 max-desktop:p-4" aria-labelledby="anuncio">
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
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] items-start gap-4">
        <NumberField label="Orden" digits={4} field={fieldOf('order_advertising')} />
      </div>
      <PeriodFields fieldOf={fieldOf} />
    </section>
  ),
  preview: (values) => <Previews values={values} />,
  aside: (values) => <AdPreview values={values} />,
}

export const CreateAdPage = () => <CreatePublication kind={adKind} />
export const EditAdPage = () => <EditPublication kind={adKind} />

function AdPreview({ values }: { values: Values }) {
  const ad = toAdPreview(values)
  if (ad === null)
    return (
      <Notice kind="info">
        Sube una imagen para ver aquí el anuncio. La de otro sitio se copia al guardar y no se ve antes.
      </Notice>
    )
  // The preview is inert: its links cannot be opened.
  return (
    <div inert>
      <AdCarousel ads={[ad]} />
    </div>
  )
}

function Previews({ values }: { values: Values }) {
  return (
    <div className="flex flex-wrap items-start gap-6 [&_h2]:mb-3">
      <section className="w-[465px] max-w-full" aria-label="En el escritorio">
        <h2>En el escritorio</h2>
        <AdPreview values={values} />
      </section>
      <section className="w-[358px] max-w-full" aria-label="En el teléfono">
        <h2>En el teléfono</h2>
        <AdPreview values={values} />
      </section>
    </div>
  )
}

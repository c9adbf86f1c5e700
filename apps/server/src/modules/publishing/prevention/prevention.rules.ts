import { defaultLayout, type PostLayout } from '@mi-portal/contract/publishing/prevention'

const layouts: readonly { readonly title: string; readonly layout: PostLayout }[] = [
  { title: 'Nota con imagen arriba', layout: defaultLayout },
  {
    title: 'Nota ancha con imagen a la izquierda',
    layout: { ...defaultLayout, postWidth: 'full', postImagePosition: 'left' },
  },
  {
    title: 'Campaña con botón para reservar',
    layout: {
      ...defaultLayout,
      postWidth: 'full',
      postButtonText: 'Reservar hora',
      postUrl: '/dashboard/agenda',
    },
  },
]

export const articleTemplates = layouts.map(({ title, layout }, index) => ({
  id: index + 1,
  title,
  html: JSON.stringify(layout),
}))

import { newsEndpoints } from '@mi-portal/contract/news'
import { routes } from '../../platform/context/operation.ts'
import { listNews } from './read-news.ts'

export const newsRoutes = routes(newsEndpoints, { list: listNews })

/** The first script of every page but the popup. */
import { prepareFirstPaint } from './prepare-first-paint.ts';

prepareFirstPaint();

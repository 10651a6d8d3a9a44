// The optimiser makes of a copy without hooks what it makes of the function without unply: results of a run that is not
// recorded agree to the last bit, also where options let the compiler change the order of operations.
// RUN: clang-22 -O3 -ffast-math -mrecip -march=haswell -S -o - %s | %S/Inputs/body norm > %t.norm
// RUN: env UNPLY_COPIES=1 %plugin_cc -O3 -ffast-math -mrecip -march=haswell -S -o - %s | %S/Inputs/body norm.plain > %t.norm.plain
// RUN: diff %t.norm %t.norm.plain
// RUN: grep -q vrsqrt %t.norm
// RUN: clang-22 -O2 -S -o - %s | %S/Inputs/body norm > %t.norm
// RUN: env UNPLY_COPIES=1 %plugin_cc -O2 -S -o - %s | %S/Inputs/body norm.plain > %t.norm.plain
// RUN: diff %t.norm %t.norm.plain
float sqrtf(float);
static float half = 0.5f; // nothing writes it: a constant, though hooks of its reads take its address
static float scaled(const float *x, int i, float by) { return x[i] / by + x[i] * by / half; }
static float once(const float *x, int n) { // static and called once: taken in by its caller, in the copies too
  float sum = 0;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 8; k++) sum += scaled(x, i + k, (float)(k + 1)) * scaled(x, k, sum);
  return sum;
}
float norm(const float *x, float *y, int n) {
  float sum = once(x, n);
  for (int i = 0; i < n; i++) sum += y[i] = scaled(x, i, 3.0f) / sqrtf(x[i] * x[i] + 1.0f);
  for (int i = 0; i < n; i++) y[i] = (y[i] + x[i]) / sum / y[i];
  return sum;
}
